#include "load/http_client.h"

#include <gtest/gtest.h>

namespace crossdock::load {
namespace {

TEST(Address, IsHostAndPort) {
  EXPECT_EQ(ParseAddress("127.0.0.1:8000")->port, "8000");
  EXPECT_EQ(ParseAddress("[::1]:80")->host, "::1");
  for (const char* text : {"", "8000", "host:", ":8000", "host:http", "host:80x"})
    EXPECT_FALSE(ParseAddress(text)) << text;
}

TEST(HttpClient, SaysThatNobodyListens) {
  // Port 1 of the loopback is reserved and closed on an ordinary machine.
  HttpClient client({"127.0.0.1", "1"});
  const auto reply = client.Send("GET", "/", {}, "", std::chrono::seconds(10));
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kUnavailable);
}

}  // namespace
}  // namespace crossdock::load

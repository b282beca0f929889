#include "net/http/prefer.h"

#include <gtest/gtest.h>

namespace crossdock::net::http {
namespace {

using std::chrono::milliseconds;

TEST(Prefer, SaysHowLongTheClientWaits) {
  EXPECT_EQ(ParsePrefer("wait=10", milliseconds(60'000))->wait, milliseconds(10'000));
  EXPECT_EQ(ParsePrefer("respond-async, Wait = \"2.5\"; x=y, return=minimal", milliseconds(60'000))->wait,
            milliseconds(2500));
  EXPECT_EQ(ParsePrefer("wait=100", milliseconds(60'000))->wait, milliseconds(60'000)) << "bounded by the server";
  EXPECT_EQ(ParsePrefer("wait=0", milliseconds(60'000))->wait, milliseconds(0));
  EXPECT_EQ(ParsePrefer("wait=1, wait=2", milliseconds(60'000))->wait, milliseconds(1000));
  EXPECT_TRUE(ParsePrefer("respond-async", milliseconds(1))->respond_async);
  EXPECT_EQ(ParsePrefer("", milliseconds(1))->wait, std::nullopt);
}

TEST(Prefer, RefusesAWaitThatIsNoNumber) {
  for (const char* bad : {"wait", "wait=", "wait=soon", "wait=-1", "wait=nan", "wait=1s", "wait=1e9"}) {
    const auto parsed = ParsePrefer(bad, milliseconds(1000));
    ASSERT_FALSE(parsed) << bad;
    EXPECT_EQ(parsed.error().field, "Prefer");
  }
}

}  // namespace
}  // namespace crossdock::net::http

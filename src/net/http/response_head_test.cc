#include "net/http/response_head.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crossdock::net::http {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(ResponseHead, CountsTheBodyAndItsTail) {
  Response response;
  response.body = "12345";
  response.tail.push_back(*tensor::Tensor::Allocate(tensor::DType::kF32, {3}));
  response.headers.push_back({"Allow", "GET"});
  EXPECT_EQ(
      ResponseHead(response, {"id", "today", false, false}),
      "HTTP/1.1 200 OK\r\nDate: today\r\nContent-Type: application/json\r\nContent-Length: 17\r\nX-Request-Id: id\r\n"
      "Allow: GET\r\n\r\n");
}

TEST(ResponseHead, HasNoLengthWhereThereCanBeNoBody) {
  for (const int status : {204, 304}) {
    Response response;
    response.status = status;
    EXPECT_THAT(ResponseHead(response, {"id", "", false, false}), Not(HasSubstr("Content-")));
  }
  EXPECT_THAT(ResponseHead({}, {"id", "", false, false}), HasSubstr("Content-Length: 0\r\n"));
}

TEST(ResponseHead, CannotBeSplitByAHeaderWithALineBreak) {
  Response response;
  response.headers.push_back({"Location", "/x\r\nSet-Cookie: a=b"});
  response.headers.push_back({"Bad\nName", "x"});
  response.headers.push_back({"Good", "kept"});
  const auto head = ResponseHead(response, {"id", "", false, false});
  EXPECT_THAT(head, Not(HasSubstr("Set-Cookie")));
  EXPECT_THAT(head, Not(HasSubstr("Bad")));
  EXPECT_THAT(head, HasSubstr("Good: kept\r\n"));
}

TEST(ResponseHead, SaysWhatBecomesOfTheConnection) {
  EXPECT_THAT(ResponseHead({}, {"id", "", true, false}), EndsWith("Connection: close\r\n\r\n"));
  EXPECT_THAT(ResponseHead({}, {"id", "", false, true}), EndsWith("Connection: keep-alive\r\n\r\n"));
  EXPECT_THAT(ResponseHead({}, {"id", "", false, false}), Not(HasSubstr("Connection")));
  Response odd;
  odd.status = 599;
  EXPECT_THAT(ResponseHead(odd, {"id", "", false, false}), StartsWith("HTTP/1.1 599 \r\n"));
}

}  // namespace
}  // namespace crossdock::net::http

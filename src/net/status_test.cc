#include "net/status.h"

#include <set>

#include <gtest/gtest.h>

namespace crossdock::net {
namespace {

TEST(Status, MapsEveryCodeToBothProtocols) {
  struct Case {
    Error error;
    int http;
    int grpc;
  };
  const Case cases[] = {
      {{ErrorCode::kInvalidArgument, ""}, 400, 3},
      {{ErrorCode::kNotFound, ""}, 404, 5},
      {{ErrorCode::kAlreadyExists, ""}, 409, 6},
      {{ErrorCode::kResourceExhausted, "", "", Reason::kQueueFull}, 429, 8},
      {{ErrorCode::kResourceExhausted, "", "", Reason::kTierOverload}, 429, 8},
      {{ErrorCode::kResourceExhausted, "", "", Reason::kMemory}, 503, 8},
      {{ErrorCode::kResourceExhausted, "", "", Reason::kTooLarge}, 413, 8},
      {{ErrorCode::kInvalidArgument, "", "", Reason::kTooLarge}, 413, 8},
      {{ErrorCode::kDeadlineExceeded, "", "", Reason::kDeadlineUnmeetable}, 504, 4},
      {{ErrorCode::kUnavailable, "", "", Reason::kModelNotReady}, 503, 14},
      {{ErrorCode::kUnavailable, "", "", Reason::kShuttingDown}, 503, 14},
      {{ErrorCode::kCancelled, ""}, 499, 1},
      {{ErrorCode::kUnimplemented, ""}, 501, 12},
      {{ErrorCode::kUnauthenticated, ""}, 401, 16},
      {{ErrorCode::kPermissionDenied, ""}, 403, 7},
      {{ErrorCode::kResourceExhausted, "", "", Reason::kQuota}, 429, 8},
      {{ErrorCode::kInternal, ""}, 500, 13},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(HttpStatus(c.error), c.http) << Name(c.error.code);
    EXPECT_EQ(GrpcCode(c.error), c.grpc) << Name(c.error.code);
  }
}

// The symptom: clients that were refused together came back together, and were refused together again.
TEST(Status, AdvisesWhenToComeBackEachAtAnotherMoment) {
  Error error{ErrorCode::kResourceExhausted, "full", "", Reason::kQueueFull, std::chrono::milliseconds(1500)};
  EXPECT_EQ(WithRetryAdvice(error, 0).retry_after.count(), 1);
  EXPECT_EQ(WithRetryAdvice(error, 0.5).retry_after.count(), 1501);
  EXPECT_EQ(RetryAfterSeconds(WithRetryAdvice(error, 0.5)), 2);
  EXPECT_LE(WithRetryAdvice(error, 0.9999).retry_after.count(), 3001);
  error.retry_after = {};
  EXPECT_EQ(WithRetryAdvice(error, 0.5).retry_after.count(), 1001) << "a second, where nobody knows better";
  std::set<int64_t> advised;
  for (int i = 0; i < 1000; ++i) advised.insert(WithRetryAdvice(error, DrawJitter()).retry_after.count());
  EXPECT_GT(advised.size(), 500u);
}

TEST(Status, AdvisesNothingWhereItIsNoUseToComeBack) {
  EXPECT_EQ(RetryAfterSeconds(WithRetryAdvice({ErrorCode::kInvalidArgument, "no"}, 0.5)), 0);
  const Error never{ErrorCode::kResourceExhausted, "too slow a model", "", Reason::kDeadlineUnmeetable};
  EXPECT_EQ(HttpStatus(never), 429);
  EXPECT_EQ(RetryAfterSeconds(WithRetryAdvice(never, 0.5)), 0);
}

TEST(Status, SaysEverythingInTheBodyAndEscapesIt) {
  const Error error{ErrorCode::kInvalidArgument, "say \"what\"\n", "inputs[0].shape", Reason::kTooLarge};
  EXPECT_EQ(
      ErrorJson(error, "id-1"),
      R"({"error":"inputs[0].shape: say \"what\"\u000a","code":"invalid_argument","field":"inputs[0].shape","reason":"too_large",)"
      R"("request_id":"id-1"})");
  EXPECT_EQ(ErrorJson({ErrorCode::kInternal, "x"}, ""), R"({"error":"x","code":"internal","request_id":""})");
}

TEST(Status, CutsALongTextBetweenLettersSoThatItFitsAReply) {
  std::string name;
  while (name.size() < 100'000) name += "ж";
  for (const char* before : {"", "x"}) {
    const auto text = ErrorText({ErrorCode::kNotFound, before + name, "model_name"});
    EXPECT_LE(text.size(), kLongestErrorText);
    EXPECT_GT(text.size(), kLongestErrorText - 8);
    EXPECT_TRUE(text.starts_with("model_name: ")) << text;
    EXPECT_TRUE(text.ends_with("ж…")) << text;
  }
  EXPECT_EQ(ErrorText({ErrorCode::kNotFound, "no such model"}), "no such model");
  EXPECT_LT(ErrorJson({ErrorCode::kNotFound, name, name}, "id").size(), 3 * kLongestErrorText);
}

}  // namespace
}  // namespace crossdock::net

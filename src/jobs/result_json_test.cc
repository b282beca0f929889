#include "jobs/result_json.h"

#include <gtest/gtest.h>

namespace crossdock::jobs {
namespace {

JobView Whole() {
  JobView job{"parcel-1", "parcel", "", JobState::kDone};
  auto& result = job.result;
  result.waybill = "SF\"1";
  result.codes_done = result.lines_done = true;
  result.codes_after = std::chrono::microseconds(14'250);
  result.total = std::chrono::milliseconds(391);
  result.pictures.push_back({1280, 960, std::nullopt});
  result.pictures.push_back(
      {0, 0, Error{ErrorCode::kInvalidArgument, "not a picture", "picture[1]", Reason::kTooLarge}});
  result.codes.push_back({"4006381333931", "EAN-13", 0.9938, {{1.5F, 2}, {3, 2}, {3, 4}, {1, 4}}, "plain", 0});
  result.lines.push_back({"收件人 张三", 0.9, {{0, 0}, {9, 0}, {9, 3}, {0, 3}}, 0});
  result.text_error = Error{ErrorCode::kDeadlineExceeded, "too late"};
  result.times.push_back({"decode", std::chrono::microseconds(100), std::chrono::microseconds(6300)});
  return job;
}

TEST(ResultJson, ReadsBackWhatItWrote) {
  const JobView job = Whole();
  const auto read = ParseJob(ToJson(job));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(ToJson(*read), ToJson(job));
  EXPECT_EQ(read->result.codes[0].text, "4006381333931");
  EXPECT_EQ(read->result.pictures[1].error->reason, Reason::kTooLarge);
  EXPECT_EQ(read->result.codes_after, job.result.codes_after);
}

TEST(ResultJson, AFailedJobKeepsItsError) {
  JobView job{"a", "parcel", "", JobState::kFailed};
  job.error = Error{ErrorCode::kResourceExhausted, "full", "picture", Reason::kQueueFull};
  const auto read = ParseJob(ToJson(job));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->state, JobState::kFailed);
  EXPECT_EQ(read->error->code, ErrorCode::kResourceExhausted);
  EXPECT_EQ(read->error->reason, Reason::kQueueFull);
}

TEST(ResultJson, ACodeOfAnyBytesBecomesValidText) {
  JobView job = Whole();
  job.result.codes[0].text = "\xff\xfe";
  EXPECT_TRUE(ParseJob(ToJson(job)));
}

TEST(ResultJson, WhatIsNoResultIsSaidSo) {
  EXPECT_FALSE(ParseJob("{"));
  EXPECT_FALSE(ParseJob("{\"id\": 5}"));
}

}  // namespace
}  // namespace crossdock::jobs

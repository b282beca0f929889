#include "jobs/verdict_json.h"

#include <gtest/gtest.h>

#include "jobs/result_json.h"
#include "jobs/sighting_json.h"

namespace crossdock::jobs {
namespace {

using std::chrono::milliseconds;

fusion::Share Decided() {
  auto verdict = std::make_shared<fusion::Verdict>();
  verdict->state = fusion::State::kRead;
  verdict->because = fusion::Because::kSettled;
  verdict->expected = 5;
  verdict->after = milliseconds(42);
  verdict->deadline = milliseconds(500);
  verdict->views = {{"job 1", 0, "top", milliseconds(20)}, {"job 2", 1, "", milliseconds(42)}};
  verdict->views[1].error = InvalidArgument("picture", "not a picture");
  verdict->candidates = {{"AB12", 0.999'123, 1, {{0, "Code 128", 0.99, 0.98}}}};
  return {"p 1", true, false, verdict};
}

TEST(VerdictJson, ReadsBackWhatItWrote) {
  const auto json = ShareToJson(Decided());
  EXPECT_EQ(json["text"], "AB12");
  EXPECT_EQ(json["candidates"][0]["reads"][0]["camera"], "top");
  EXPECT_EQ(ShareToJson(ShareFromJson(json)), json);
}

TEST(VerdictJson, AJobKeepsItOverARestart) {
  JobView job{"a", "parcel", "", JobState::kDone};
  job.result.parcel = Decided();
  const auto read = ParseJob(ToJson(job));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(ToJson(*read), ToJson(job));
}

TEST(VerdictJson, WithoutAVerdictThereIsOnlyTheState) {
  fusion::Share share{"p", true, true, nullptr, true};
  const auto json = ShareToJson(share);
  EXPECT_EQ(json["state"], "unknown");
  EXPECT_FALSE(json.contains("because"));
  EXPECT_EQ(ShareToJson(ShareFromJson(json)), json);
}

TEST(SightingJson, ReadsBackWhatItWroteAndForgetsWhatItCannotRead) {
  const fusion::Sighting said{"p \"1\"", 5, {"top", "left"}, milliseconds(250)};
  const auto read = ParseSighting(ToJson(said));
  EXPECT_EQ(read.parcel, said.parcel);
  EXPECT_EQ(read.cameras, 5);
  EXPECT_EQ(read.names, said.names);
  EXPECT_EQ(read.verdict_within, said.verdict_within);
  EXPECT_EQ(ToJson(fusion::Sighting{}), "");
  EXPECT_EQ(ParseSighting("{\"parcel\": 5").parcel, "");
}

}  // namespace
}  // namespace crossdock::jobs

#include "jobs/job_table.h"

#include <atomic>

#include <gtest/gtest.h>

namespace crossdock::jobs {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class Jobs : public ::testing::Test {
 protected:
  Status Open(const std::string& id, const std::string& key = "", const std::string& content = "") {
    JobView view;
    view.id = id;
    auto opened = table_.Open({view, key, content, std::nullopt});
    if (!opened) return opened.error();
    return {};
  }
  static pipeline::ParcelResult WithCodes() {
    pipeline::ParcelResult result;
    result.codes_done = true;
    result.codes.emplace_back();
    result.codes.back().text = "4006381333931";
    result.codes.back().format = "EAN-13";
    return result;
  }
  void Done(const std::string& id) { table_.Close(id, JobState::kDone, WithCodes()); }
  VirtualClock clock_;
  JobTable table_{{2, seconds(60)}, clock_};
};

TEST_F(Jobs, CodesCanBeAskedForBeforeTheTextIsThere) {
  ASSERT_TRUE(Open("a"));
  table_.Update("a", WithCodes());
  const auto view = table_.Get("a");
  ASSERT_TRUE(view);
  EXPECT_EQ(view->state, JobState::kRunning);
  EXPECT_EQ(view->result.codes[0].text, "4006381333931");
}

TEST_F(Jobs, AWaitForCodesEndsWithTheCodesAndAWaitForAllGoesOn) {
  ASSERT_TRUE(Open("a"));
  int codes = 0;
  int all = 0;
  table_.Wait("a", WaitFor::kCodes, clock_.Now() + seconds(5),
              [&](Result<JobView> v) { codes += v->result.codes_done ? 1 : 100; });
  table_.Wait("a", WaitFor::kAll, clock_.Now() + seconds(5),
              [&](Result<JobView> v) { all += v->state == JobState::kDone ? 1 : 100; });
  table_.Update("a", WithCodes());
  EXPECT_EQ(codes, 1);
  EXPECT_EQ(all, 0);
  Done("a");
  EXPECT_EQ(all, 1);
}

TEST_F(Jobs, AWaitEndsInTimeWithWhatThereIs) {
  ASSERT_TRUE(Open("a"));
  std::atomic<int> told = 0;
  table_.Wait("a", WaitFor::kAll, clock_.Now() + seconds(1),
              [&](Result<JobView> v) { told = v->state == JobState::kRunning ? 1 : 2; });
  clock_.Advance(milliseconds(999));
  EXPECT_EQ(told, 0);
  // The timer may begin to wait only after the clock was turned: turn it on until it has seen the end.
  while (told == 0) clock_.Advance(milliseconds(1));
  EXPECT_EQ(told, 1);
}

TEST_F(Jobs, EndedJobsAreForgottenAfterAWhileAndOthersNever) {
  ASSERT_TRUE(Open("done"));
  ASSERT_TRUE(Open("runs"));
  Done("done");
  EXPECT_TRUE(table_.Get("done"));
  EXPECT_EQ(table_.NextForgotten(), clock_.Now() + seconds(60));
  clock_.Advance(seconds(61));
  EXPECT_EQ(table_.Get("done").error().code, ErrorCode::kNotFound);
  EXPECT_TRUE(table_.Get("runs"));
  EXPECT_EQ(table_.NextForgotten(), TimePoint::max());
}

TEST_F(Jobs, AFullTableDropsTheOldestEndedJobOrRefuses) {
  ASSERT_TRUE(Open("a"));
  ASSERT_TRUE(Open("b"));
  EXPECT_EQ(Open("c").error().code, ErrorCode::kResourceExhausted);
  Done("a");
  EXPECT_TRUE(Open("c"));
  EXPECT_FALSE(table_.Get("a"));
  EXPECT_EQ(table_.open(), 2u);
}

TEST_F(Jobs, AnIdIsTakenOnce) {
  ASSERT_TRUE(Open("a"));
  EXPECT_EQ(Open("a").error().code, ErrorCode::kAlreadyExists);
}

TEST_F(Jobs, AKeyWithTheSameContentIsTheSameJobAndWithOtherContentAnError) {
  ASSERT_TRUE(Open("a", "key", "content"));
  const auto again = table_.Open({{"b"}, "key", "content", std::nullopt});
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->existing);
  EXPECT_EQ(again->id, "a");
  EXPECT_FALSE(table_.Get("b"));
  const auto other = table_.Open({{"c"}, "key", "other", std::nullopt});
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::kAlreadyExists);
  EXPECT_EQ(other.error().field, "Idempotency-Key");
  Done("a");
  EXPECT_TRUE(table_.Open({{"d"}, "key", "content", std::nullopt})->existing) << "also once it has ended";
  clock_.Advance(seconds(61));
  EXPECT_FALSE(table_.Open({{"e"}, "key", "other", std::nullopt})->existing) << "forgotten with its job";
}

TEST_F(Jobs, AFailedJobTellsItsError) {
  ASSERT_TRUE(Open("a"));
  table_.Close("a", JobState::kFailed, InvalidArgument("picture", "no picture"));
  const auto view = table_.Get("a");
  EXPECT_EQ(view->state, JobState::kFailed);
  EXPECT_EQ(view->error->field, "picture");
  EXPECT_FALSE(table_.Close("a", JobState::kDone, WithCodes())) << "a job ends once";
}

TEST_F(Jobs, AWatchSeesEveryChangeUpToTheEnd) {
  ASSERT_TRUE(Open("a"));
  std::vector<std::string> seen;
  table_.Watch("a", [&](const Result<JobView>& view) {
    seen.push_back(std::string(Name(view->state)) + (view->result.codes_done ? " codes" : ""));
    return true;
  });
  table_.SetState("a", JobState::kQueued);
  table_.SetState("a", JobState::kRunning);
  table_.Update("a", WithCodes());
  Done("a");
  EXPECT_EQ(seen, (std::vector<std::string>{"running", "queued", "running", "running codes", "done codes"}));
  table_.Watch("a", [&](const Result<JobView>& view) {
    seen = {Name(view->state)};
    return true;
  });
  EXPECT_EQ(seen, std::vector<std::string>{"done"});
}

TEST_F(Jobs, AWatcherThatLeavesIsToldNoMore) {
  ASSERT_TRUE(Open("a"));
  int seen = 0;
  table_.Watch("a", [&](const Result<JobView>&) { return ++seen < 2; });
  table_.SetState("a", JobState::kQueued);
  table_.SetState("a", JobState::kRunning);
  Done("a");
  EXPECT_EQ(seen, 2);
}

TEST_F(Jobs, AJobThatWasNotAcceptedTellsEverybodyWhy) {
  ASSERT_TRUE(Open("a", "key", "content"));
  ErrorCode waiting{};
  ErrorCode watching{};
  table_.Wait("a", WaitFor::kAll, clock_.Now() + seconds(5), [&](const Result<JobView>& v) {
    if (!v) waiting = v.error().code;
  });
  table_.Watch("a", [&](const Result<JobView>& v) {
    if (!v) watching = v.error().code;
    return true;
  });
  table_.Drop("a", {ErrorCode::kResourceExhausted, "the disk is full"});
  EXPECT_EQ(waiting, ErrorCode::kResourceExhausted);
  EXPECT_EQ(watching, ErrorCode::kResourceExhausted);
  EXPECT_TRUE(Open("b", "key", "other")) << "the key is free again";
}

TEST_F(Jobs, AStopLetsGoOfThoseWhoWaitForAJobThatDoesNotRun) {
  ASSERT_TRUE(Open("queued"));
  ASSERT_TRUE(Open("running"));
  table_.SetState("queued", JobState::kQueued);
  int released = 0;
  int held = 0;
  table_.Wait("queued", WaitFor::kAll, clock_.Now() + seconds(5), [&](Result<JobView> v) { released += v ? 1 : 100; });
  table_.Wait("running", WaitFor::kAll, clock_.Now() + seconds(5), [&](Result<JobView>) { ++held; });
  table_.ReleaseQueued();
  EXPECT_EQ(released, 1);
  EXPECT_EQ(held, 0);
}

}  // namespace
}  // namespace crossdock::jobs

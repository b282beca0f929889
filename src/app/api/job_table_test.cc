#include "app/api/job_table.h"

#include <atomic>

#include <gtest/gtest.h>

namespace crossdock::app {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class Jobs : public ::testing::Test {
 protected:
  Status Open(const std::string& id) { return table_.Open(id, std::stop_source()); }
  static pipeline::ParcelResult WithCodes() {
    pipeline::ParcelResult result;
    result.codes_done = true;
    result.codes.emplace_back();
    result.codes.back().text = "4006381333931";
    result.codes.back().format = "EAN-13";
    return result;
  }
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
  table_.Close("a", WithCodes());
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

TEST_F(Jobs, FinishedJobsAreForgottenAfterAWhileAndRunningOnesNever) {
  ASSERT_TRUE(Open("done"));
  ASSERT_TRUE(Open("runs"));
  table_.Close("done", WithCodes());
  EXPECT_TRUE(table_.Get("done"));
  clock_.Advance(seconds(61));
  EXPECT_EQ(table_.Get("done").error().code, ErrorCode::kNotFound);
  EXPECT_TRUE(table_.Get("runs"));
}

TEST_F(Jobs, AFullTableDropsTheOldestFinishedJobOrRefuses) {
  ASSERT_TRUE(Open("a"));
  ASSERT_TRUE(Open("b"));
  EXPECT_EQ(Open("c").error().code, ErrorCode::kResourceExhausted);
  table_.Close("a", WithCodes());
  EXPECT_TRUE(Open("c"));
  EXPECT_FALSE(table_.Get("a"));
}

TEST_F(Jobs, AnIdIsTakenOnce) {
  ASSERT_TRUE(Open("a"));
  EXPECT_EQ(Open("a").error().code, ErrorCode::kAlreadyExists);
}

TEST_F(Jobs, AFailedJobTellsItsError) {
  ASSERT_TRUE(Open("a"));
  table_.Close("a", InvalidArgument("picture", "no picture"));
  const auto view = table_.Get("a");
  EXPECT_EQ(view->state, JobState::kFailed);
  EXPECT_EQ(view->error->field, "picture");
}

TEST_F(Jobs, CancellingReachesTheWork) {
  std::stop_source cancel;
  ASSERT_TRUE(table_.Open("a", cancel));
  EXPECT_TRUE(table_.Cancel("a"));
  EXPECT_TRUE(cancel.stop_requested());
}

}  // namespace
}  // namespace crossdock::app

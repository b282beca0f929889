#include "jobs/job_service.h"

#include <atomic>
#include <future>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/bounded_queue.h"
#include "jobs/test_folder.h"

namespace crossdock::jobs {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// A pipeline that keeps what it gets until the test answers it.
class HeldPipeline final : public pipeline::ParcelService {
 public:
  Status Announce(const pipeline::ParcelRequest& request) override {
    if (request.sighting.parcel == "full") return Error{ErrorCode::kResourceExhausted, "too many parcels", "parcel"};
    return {};
  }
  void Submit(pipeline::ParcelRequest request) noexcept override { EXPECT_TRUE(held_.TryPush(std::move(request))); }
  pipeline::ParcelRequest Take() { return *held_.Pop({}); }
  size_t size() const { return held_.size(); }

 private:
  BoundedQueue<pipeline::ParcelRequest> held_{1000};
};

pipeline::ParcelResult Answer(const pipeline::ParcelRequest& request) {
  pipeline::ParcelResult result;
  result.waybill = request.waybill;
  result.codes_done = true;
  result.codes.emplace_back();
  result.codes.back().text = "read from " + BytesOf(request.pictures.at(0));
  result.pictures.emplace_back();
  return result;
}
Error NoRoom() { return {ErrorCode::kResourceExhausted, "full", "", Reason::kQueueFull}; }

class Service : public ::testing::Test {
 protected:
  void Start(bool keeps = true, size_t running = 2) {
    service_.reset();
    journal_.reset();
    if (keeps) journal_ = *Journal::Open(folder_.path, {});
    JobService::Options options;
    options.running = running;
    options.table.keep = seconds(60);
    options.most_tries = 3;
    service_ = std::make_unique<JobService>(
        options, JobService::Pipelines{{"parcel", &pipeline_}},
        JobService::Parts{clock_, [this] { return unix_ms_.load(); }, journal_.get(), nullptr});
    service_->Begin();
  }
  /// As at the end of a server: what the pipeline has not answered is dropped.
  void Stop() {
    service_->BeginStop();
    if (journal_) journal_->Stop();  // what is being loaded comes to the pipeline, or not at all
    while (pipeline_.size() > 0) (void)pipeline_.Take();
  }
  ~Service() override {
    if (service_) Stop();
  }
  static Submission Job(const std::string& id, const std::string& key = "", const std::string& picture = "") {
    Submission submission;
    submission.pipeline = "parcel";
    submission.parcel.context.id = id;
    submission.parcel.waybill = "waybill of " + id;
    submission.parcel.pictures.push_back(PictureOf(picture.empty() ? "picture of " + id : picture));
    submission.key = key;
    if (!key.empty()) submission.parcel.waybill = "waybill";
    return submission;
  }
  Result<Accepted> Submit(Submission submission) {
    std::promise<Result<Accepted>> promise;
    service_->Submit(std::move(submission), [&](Result<Accepted> accepted) { promise.set_value(std::move(accepted)); });
    return promise.get_future().get();
  }
  Result<JobView> WaitEnded(const std::string& id) {
    std::promise<Result<JobView>> promise;
    service_->table().Wait(id, WaitFor::kAll, TimePoint::max(),
                           [&](Result<JobView> view) { promise.set_value(std::move(view)); });
    return promise.get_future().get();
  }
  void AnswerNext() {
    auto request = pipeline_.Take();
    auto answer = Answer(request);
    request.done.Finish(std::move(answer));
  }

  const TestFolder folder_{"crossdock_jobs"};
  VirtualClock clock_;
  std::atomic<int64_t> unix_ms_ = 1'000'000;
  HeldPipeline pipeline_;
  std::unique_ptr<Journal> journal_;
  std::unique_ptr<JobService> service_;
};

TEST_F(Service, AnAcceptedJobRunsToItsResult) {
  for (const bool keeps : {false, true}) {
    Start(keeps);
    const auto accepted = Submit(Job("a"));
    ASSERT_TRUE(accepted) << accepted.error().message;
    EXPECT_EQ(accepted->job.id, "a");
    AnswerNext();
    const auto view = WaitEnded("a");
    ASSERT_TRUE(view);
    EXPECT_EQ(view->state, JobState::kDone);
    EXPECT_EQ(view->result.codes[0].text, "read from picture of a");
    Stop();
  }
}

TEST_F(Service, JobsThatWereAcceptedAreTakenUpAfterARestartEachWithItsOwnPicture) {
  Start(true, 2);
  for (const char* id : {"a", "b", "c", "d"}) ASSERT_TRUE(Submit(Job(id)));
  AnswerNext();  // "a"
  ASSERT_TRUE(WaitEnded("a"));
  Stop();
  Start(true, 4);
  EXPECT_EQ(service_->table().Get("a")->result.codes.at(0).text, "read from picture of a");
  for (int i = 0; i < 3; ++i) AnswerNext();
  for (const std::string id : {"b", "c", "d"}) {
    const auto view = WaitEnded(id);
    ASSERT_TRUE(view);
    EXPECT_EQ(view->result.waybill, "waybill of " + id);
    EXPECT_EQ(view->result.codes.at(0).text, "read from picture of " + id);
  }
}

TEST_F(Service, NoMoreKeptJobsRunAtOnceThanAllowed) {
  Start(true, 2);
  for (const char* id : {"a", "b", "c"}) ASSERT_TRUE(Submit(Job(id)));
  auto first = pipeline_.Take();
  auto second = pipeline_.Take();
  EXPECT_EQ(pipeline_.size(), 0u);
  EXPECT_EQ(service_->table().Get("c")->state, JobState::kQueued);
  EXPECT_EQ(service_->load().waiting, 1u);
  first.done.Finish(Answer(first));
  EXPECT_EQ(pipeline_.Take().context.id, "c");
}

TEST_F(Service, AJobThatOnlyWaitsForItsParcelsOtherPicturesGivesItsPlaceToOne) {
  Start(true, 1);
  ASSERT_TRUE(Submit(Job("a")));
  ASSERT_TRUE(Submit(Job("b")));
  auto first = pipeline_.Take();
  first.on_waiting();
  auto second = pipeline_.Take();
  EXPECT_EQ(second.context.id, "b");
  first.done.Finish(Answer(first));
  second.done.Finish(Answer(second));
  EXPECT_EQ(WaitEnded("a")->state, JobState::kDone);
  EXPECT_EQ(WaitEnded("b")->state, JobState::kDone);
  // The place was given back once: again only one runs.
  for (const char* id : {"c", "d"}) ASSERT_TRUE(Submit(Job(id)));
  EXPECT_EQ(pipeline_.Take().context.id, "c");
  EXPECT_EQ(service_->load().waiting, 1u);
}

TEST_F(Service, AJobWhoseParcelCannotBeTakenIsRefusedBeforeAnythingIsPromised) {
  Start();
  Submission submission = Job("a");
  submission.parcel.sighting.parcel = "full";
  EXPECT_EQ(Submit(std::move(submission)).error().field, "parcel");
  EXPECT_EQ(service_->table().Get("a").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(journal_->commits(), 0u);
}

TEST_F(Service, WhatWasSaidOfAParcelOutlivesARestart) {
  Start(true, 1);
  Submission submission = Job("a");
  submission.parcel.sighting = {"parcel 7", 5, {"top"}, milliseconds(250), clock_.Now()};
  ASSERT_TRUE(Submit(std::move(submission)));
  (void)pipeline_.Take();
  Stop();
  Start();
  const auto again = pipeline_.Take();
  EXPECT_EQ(again.sighting.parcel, "parcel 7");
  EXPECT_EQ(again.sighting.cameras, 5);
  EXPECT_EQ(again.sighting.names, std::vector<std::string>{"top"});
  EXPECT_EQ(again.sighting.verdict_within, milliseconds(250));
}

TEST_F(Service, AJobThatTheServerHasNoRoomForRunsAgainLaterAndIsGivenUpAtLast) {
  Start();
  ASSERT_TRUE(Submit(Job("a")));
  for (int tries = 1; tries <= 3; ++tries) {
    // The timer may begin to wait only after the clock was turned: turn it until the job comes.
    while (pipeline_.size() == 0) clock_.Advance(milliseconds(10));
    pipeline_.Take().done.Finish(NoRoom());
  }
  const auto view = WaitEnded("a");
  EXPECT_EQ(view->state, JobState::kFailed);
  EXPECT_EQ(view->error->reason, Reason::kQueueFull);
}

TEST_F(Service, APictureThatOnlyLackedRoomMakesTheJobRunAgain) {
  Start();
  ASSERT_TRUE(Submit(Job("a")));
  auto request = pipeline_.Take();
  auto partial = Answer(request);
  partial.pictures[0].error = NoRoom();
  request.done.Finish(std::move(partial));
  while (pipeline_.size() == 0) clock_.Advance(milliseconds(10));
  AnswerNext();
  EXPECT_EQ(WaitEnded("a")->state, JobState::kDone);
}

TEST_F(Service, ALateJobRunsAgainUnlessItsClientNamedTheDeadline) {
  Start();
  ASSERT_TRUE(Submit(Job("patient")));
  pipeline_.Take().done.Finish(Error{ErrorCode::kDeadlineExceeded, "too late"});
  while (pipeline_.size() == 0) clock_.Advance(milliseconds(10));
  AnswerNext();
  EXPECT_EQ(WaitEnded("patient")->state, JobState::kDone);
  Submission urgent = Job("urgent");
  urgent.parcel.context.deadline = clock_.Now() + seconds(30);
  ASSERT_TRUE(Submit(std::move(urgent)));
  pipeline_.Take().done.Finish(Error{ErrorCode::kDeadlineExceeded, "too late"});
  EXPECT_EQ(WaitEnded("urgent")->state, JobState::kFailed);
}

TEST_F(Service, AKeyGivesTheSameJobNowAndAfterARestart) {
  Start();
  ASSERT_TRUE(Submit(Job("a", "key", "same")));
  const auto again = Submit(Job("b", "key", "same"));
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->repeated);
  EXPECT_EQ(again->job.id, "a");
  EXPECT_EQ(Submit(Job("c", "key", "other")).error().field, "Idempotency-Key");
  AnswerNext();
  ASSERT_TRUE(WaitEnded("a"));
  Stop();
  Start();
  const auto later = Submit(Job("d", "key", "same"));
  ASSERT_TRUE(later);
  EXPECT_TRUE(later->repeated);
  EXPECT_EQ(later->job.state, JobState::kDone);
  EXPECT_EQ(pipeline_.size(), 0u) << "nothing runs twice";
}

TEST_F(Service, AKeyOfAnotherTenantIsAnotherKey) {
  Start();
  ASSERT_TRUE(Submit(Job("a", "key", "one")));
  Submission other = Job("b", "key", "two");
  other.parcel.context.tenant = "somebody else";
  const auto accepted = Submit(std::move(other));
  ASSERT_TRUE(accepted) << accepted.error().message;
  EXPECT_FALSE(accepted->repeated);
}

TEST_F(Service, AWaitingJobCanBeCancelledForGood) {
  Start(true, 1);
  ASSERT_TRUE(Submit(Job("runs")));
  ASSERT_TRUE(Submit(Job("waits")));
  const auto cancelled = service_->Cancel("waits");
  ASSERT_TRUE(cancelled);
  EXPECT_EQ(cancelled->state, JobState::kCancelled);
  AnswerNext();
  ASSERT_TRUE(WaitEnded("runs"));
  Stop();
  Start();
  EXPECT_EQ(service_->table().Get("waits")->state, JobState::kCancelled);
  EXPECT_EQ(pipeline_.size(), 0u);
}

TEST_F(Service, ACancelReachesARunningJobAndItIsNotRunAgain) {
  Start();
  ASSERT_TRUE(Submit(Job("a")));
  auto request = pipeline_.Take();
  ASSERT_TRUE(service_->Cancel("a"));
  EXPECT_TRUE(request.context.cancel.stop_requested());
  request.done.Finish(Error{ErrorCode::kCancelled, "the client went away"});
  EXPECT_EQ(WaitEnded("a")->state, JobState::kCancelled);
  EXPECT_EQ(service_->Cancel("a")->state, JobState::kCancelled) << "once more changes nothing";
  EXPECT_EQ(service_->Cancel("nobody").error().code, ErrorCode::kNotFound);
}

TEST_F(Service, AClientThatWaitsIsKeptFromTheMomentItStopsWaiting) {
  Start();
  Submission waits = Job("a");
  waits.waits = true;
  ASSERT_TRUE(Submit(std::move(waits)));
  ASSERT_EQ(pipeline_.size(), 1u) << "it runs at once";
  EXPECT_EQ(journal_->commits(), 0u) << "and costs the disk nothing";
  std::promise<Status> kept;
  service_->Keep("a", [&](Status status) { kept.set_value(std::move(status)); });
  ASSERT_TRUE(kept.get_future().get());
  Stop();
  Start();
  AnswerNext();
  EXPECT_EQ(WaitEnded("a")->result.codes.at(0).text, "read from picture of a");
}

TEST_F(Service, ADeadlineCountsFromTheArrivalAlsoOverARestart) {
  Start(true, 1);
  Submission urgent = Job("a");
  urgent.parcel.context.deadline = clock_.Now() + seconds(30);
  ASSERT_TRUE(Submit(std::move(urgent)));
  EXPECT_EQ(pipeline_.Take().context.deadline, clock_.Now() + seconds(30));
  Stop();
  unix_ms_ += 20'000;
  Start();
  EXPECT_EQ(pipeline_.Take().context.deadline, clock_.Now() + seconds(10));
}

TEST_F(Service, ResultsAreForgottenInMemoryAndOnDisk) {
  Start();
  ASSERT_TRUE(Submit(Job("a")));
  AnswerNext();
  ASSERT_TRUE(WaitEnded("a"));
  unix_ms_ += 61'000;
  const uint64_t before = journal_->commits();
  while (journal_->commits() == before || service_->table().Get("a")) clock_.Advance(seconds(1));
  Stop();
  Start();
  EXPECT_EQ(service_->table().Get("a").error().code, ErrorCode::kNotFound);
}

TEST_F(Service, ARefusalNamesWhatIsWrong) {
  Start();
  Submission ghost = Job("a");
  ghost.pipeline = "ghost";
  EXPECT_EQ(Submit(std::move(ghost)).error().field, "pipeline");
  Submission callback = Job("b");
  callback.callback = "http://127.0.0.1/";
  const auto refused = Submit(std::move(callback));
  EXPECT_EQ(refused.error().field, "callback");
  EXPECT_THAT(refused.error().message, ::testing::HasSubstr("jobs.callbacks.secret_file"));
  ASSERT_TRUE(Submit(Job("c")));
  EXPECT_EQ(Submit(Job("c")).error().code, ErrorCode::kAlreadyExists);
  service_->BeginStop();
  EXPECT_EQ(Submit(Job("d")).error().reason, Reason::kShuttingDown);
}

TEST_F(Service, AJobWhoseRunsAlwaysEndTheServerIsGivenUp) {
  for (int run = 0; run < 20; ++run) {
    Start();
    if (run == 0) {
      ASSERT_TRUE(Submit(Job("poison")));
    }
    (void)pipeline_.Take();
    Stop();
  }
  Start();
  const auto view = WaitEnded("poison");
  EXPECT_EQ(view->state, JobState::kFailed);
  EXPECT_THAT(view->error->message, ::testing::HasSubstr("20 times"));
}

}  // namespace
}  // namespace crossdock::jobs

#include "pipeline/parcel/fused_parcels.h"

#include <future>
#include <optional>

#include <gtest/gtest.h>

namespace crossdock::pipeline {
namespace {

using fusion::State;
using std::chrono::milliseconds;

/// A pipeline that keeps what it gets until the test answers it.
class HeldPipeline final : public ParcelService {
 public:
  void Submit(ParcelRequest request) noexcept override { held.push_back(std::move(request)); }
  std::vector<ParcelRequest> held;
};

ParcelResult Result1000(const std::string& text, float x = 500) {
  ParcelResult result;
  result.codes_done = true;
  result.pictures.push_back({1000, 1000, std::nullopt});
  if (!text.empty()) {
    result.codes.push_back(
        {text, "Code 128", 0.99, {{x - 5, 490}, {x + 5, 490}, {x + 5, 510}, {x - 5, 510}}, "plain", 0});
  }
  return result;
}

class FusedPipeline : public ::testing::Test {
 protected:
  struct Sent {
    std::future<Result<ParcelResult>> answer;
    std::shared_ptr<std::vector<ParcelResult>> partial = std::make_shared<std::vector<ParcelResult>>();
    std::shared_ptr<int> waiting = std::make_shared<int>(0);
    bool answered() const { return answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }
  };
  Sent Send(const std::string& parcel, const std::string& waybill = "") {
    ParcelRequest request;
    request.context.id = "job " + std::to_string(jobs_++);
    request.waybill = waybill;
    request.sighting = {parcel, 3};
    request.sighting.arrived = clock_.Now();
    request.pictures.emplace_back();
    Sent sent;
    request.on_codes = [partial = sent.partial](const ParcelResult& result) { partial->push_back(result); };
    request.on_waiting = [waiting = sent.waiting] { ++*waiting; };
    auto promise = std::make_shared<std::promise<Result<ParcelResult>>>();
    sent.answer = promise->get_future();
    request.done = Completion<ParcelResult>([promise](Result<ParcelResult> r) { promise->set_value(std::move(r)); });
    EXPECT_TRUE(service_.Announce(request));
    service_.Submit(std::move(request));
    return sent;
  }
  ParcelRequest& Held(size_t i) { return pipeline_.held.at(i); }

  VirtualClock clock_;
  fusion::ParcelTable table_{{.deadline_ms = 100}, clock_, {}};
  HeldPipeline pipeline_;
  FusedParcels service_{pipeline_, &table_};
  int jobs_ = 0;
};

TEST_F(FusedPipeline, EveryRequestIsAnsweredWithItsParcelsVerdict) {
  std::vector<Sent> sent;
  for (int i = 0; i < 3; ++i) sent.push_back(Send("p"));
  Held(0).done.Finish(Result1000("A"));
  EXPECT_FALSE(sent[0].answered());
  Held(1).done.Finish(Result1000(""));
  Held(2).done.Finish(Result1000("B", 10));  // the neighbour's label, at the edge
  for (Sent& one : sent) {
    const auto answer = one.answer.get();
    ASSERT_TRUE(answer);
    ASSERT_TRUE(answer->parcel);
    EXPECT_EQ(answer->parcel->state(), State::kRead);
    EXPECT_EQ(answer->parcel->verdict->candidates[0].text, "A");
    EXPECT_FALSE(answer->parcel->late);
  }
}

TEST_F(FusedPipeline, WhileOthersAreWaitedForTheResultIsShownAndThePlaceGivenBack) {
  const Sent sent = Send("p");
  Held(0).done.Finish(Result1000("A"));
  EXPECT_EQ(*sent.waiting, 1);
  ASSERT_EQ(sent.partial->size(), 1U);
  EXPECT_TRUE(sent.partial->at(0).codes_done);
  EXPECT_FALSE(sent.partial->at(0).parcel);
}

TEST_F(FusedPipeline, TheVerdictIsToldBeforeTheTextIsRead) {
  Sent sent = Send("p");
  (void)Send("p");
  Held(0).on_codes(Result1000("A"));
  Held(1).on_codes(Result1000("A"));  // the third cannot change it
  ASSERT_EQ(sent.partial->size(), 2U);
  EXPECT_FALSE(sent.partial->at(0).parcel);
  EXPECT_EQ(sent.partial->at(1).parcel->state(), State::kRead);
  ParcelResult whole = Result1000("A");
  whole.lines_done = true;
  Held(0).done.Finish(whole);
  const auto answer = sent.answer.get();
  EXPECT_TRUE(answer->lines_done);
  EXPECT_EQ(answer->parcel->state(), State::kRead);
  EXPECT_EQ(*sent.waiting, 0);
}

TEST_F(FusedPipeline, AtTheDeadlineWhatIsInDecidesAndTheRestIsLate) {
  Sent first = Send("p");
  Sent second = Send("p");
  Held(0).done.Finish(Result1000("A"));
  clock_.Advance(milliseconds(100));
  EXPECT_EQ(first.answer.get()->parcel->verdict->because, fusion::Because::kDeadline);
  Held(1).done.Finish(Result1000("B"));
  const auto late = second.answer.get();
  EXPECT_TRUE(late->parcel->late);
  EXPECT_EQ(late->parcel->verdict->candidates.at(0).text, "A");
  EXPECT_EQ(late->codes.at(0).text, "B");  // its own codes are answered all the same
}

TEST_F(FusedPipeline, ARefusedPictureMayBeSentAgainAndABrokenOneIsIn) {
  Sent refused = Send("p");
  Held(0).done.Finish(Error{ErrorCode::kResourceExhausted, "full", "", Reason::kQueueFull});
  EXPECT_EQ(refused.answer.get().error().reason, Reason::kQueueFull);
  Sent broken = Send("p");
  Held(1).done.Finish(InvalidArgument("picture", "not a picture"));
  EXPECT_FALSE(broken.answer.get());
  Sent third = Send("p");
  Held(2).done.Finish(Result1000("", 500));
  EXPECT_FALSE(third.answered());  // two of three are in
  Sent again = Send("p");
  Held(3).done.Finish(Result1000("A"));
  EXPECT_EQ(again.answer.get()->parcel->verdict->because, fusion::Because::kAllSeen);
  EXPECT_EQ(third.answer.get()->parcel->state(), State::kRead);
}

TEST_F(FusedPipeline, AWaybillIsAParcelsNameWhereNoOtherIsGiven) {
  Sent sent = Send("", "SF1");
  Held(0).done.Finish(Result1000("A"));
  clock_.Advance(milliseconds(100));
  EXPECT_EQ(sent.answer.get()->parcel->parcel, "SF1");
}

TEST_F(FusedPipeline, ARequestThatNamesNoParcelIsOnItsOwn) {
  Sent sent = Send("");
  Held(0).done.Finish(Result1000("A"));
  EXPECT_FALSE(sent.answer.get()->parcel);
}

TEST_F(FusedPipeline, ADroppedRequestIsAnsweredAndNotWaitedFor) {
  Sent sent = Send("p");
  pipeline_.held.clear();
  EXPECT_EQ(sent.answer.get().error().code, ErrorCode::kUnavailable);
}

TEST_F(FusedPipeline, ANamedParcelIsRefusedWhereCamerasAreNotConfigured) {
  FusedParcels alone(pipeline_, nullptr);
  ParcelRequest request;
  request.waybill = "SF1";
  EXPECT_TRUE(alone.Announce(request));
  request.sighting.parcel = "p";
  EXPECT_EQ(alone.Announce(request).error().field, "parcel");
}

TEST_F(FusedPipeline, WhereACodeLiesCountsFromItsMiddle) {
  ParcelRequest request;
  request.context.id = "a";
  request.sighting.names = {"top"};
  const auto views = ViewsOf(request, Result1000("A", 100));
  ASSERT_EQ(views.size(), 1U);
  EXPECT_EQ(views[0].camera, "top");
  EXPECT_NEAR(views[0].reads.at(0).inside, 0.1, 1e-6);
}

}  // namespace
}  // namespace crossdock::pipeline

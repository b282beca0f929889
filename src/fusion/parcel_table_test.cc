#include "fusion/parcel_table.h"

#include <atomic>
#include <future>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crossdock::fusion {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;

class Table : public ::testing::Test {
 protected:
  void Start(CamerasConfig config = {.expected = 3, .deadline_ms = 100, .window_s = 10}) {
    table_.emplace(config, clock_,
                   ParcelTable::Observer{[this](const Verdict& verdict) {
                                           ++decided_;
                                           last_ = verdict.state;
                                         },
                                         [this](bool past) { past ? ++past_deadline_ : ++past_verdict_; }});
  }
  Status Expect(const std::string& parcel, size_t pictures = 1, int cameras = 0) {
    Sighting sighting{parcel, cameras};
    sighting.arrived = clock_.Now();
    return table_->Expect({"", parcel}, sighting, pictures);
  }
  std::shared_future<Share> Report(const std::string& parcel, const std::string& text, const std::string& tenant = "") {
    View view{std::to_string(jobs_++)};
    if (!text.empty()) view.reads.push_back({text, "Code 128", 0.99, 0.5});
    auto told = std::make_shared<std::promise<Share>>();
    auto share = told->get_future().share();
    table_->Report({tenant, parcel}, {view}, [told](const Share& s) { told->set_value(s); });
    return share;
  }
  std::shared_future<Result<ParcelView>> Wait(const std::string& parcel, Nanos wait = Nanos{0}) {
    auto told = std::make_shared<std::promise<Result<ParcelView>>>();
    auto view = told->get_future().share();
    table_->Wait({"", parcel}, clock_.Now() + wait, [told](Result<ParcelView> v) { told->set_value(std::move(v)); });
    return view;
  }
  static bool IsTold(const auto& future) { return future.wait_for(seconds(0)) == std::future_status::ready; }

  VirtualClock clock_;
  std::atomic<int> decided_ = 0;
  std::atomic<int> past_deadline_ = 0;
  std::atomic<int> past_verdict_ = 0;
  std::atomic<State> last_ = State::kOpen;
  int jobs_ = 0;
  std::optional<ParcelTable> table_;  // last: its thread tells the others
};

TEST_F(Table, EveryPictureIsToldTheOneVerdict) {
  Start();
  ASSERT_TRUE(Expect("p", 3));
  const auto first = Report("p", "A");
  const auto second = Report("p", "");
  EXPECT_FALSE(IsTold(first));
  const auto third = Report("p", "");
  for (const auto& share : {first, second, third}) {
    ASSERT_TRUE(IsTold(share));
    EXPECT_FALSE(share.get().late);
    EXPECT_EQ(share.get().verdict, third.get().verdict);
  }
  EXPECT_EQ(third.get().state(), State::kRead);
  EXPECT_EQ(decided_, 1);
}

TEST_F(Table, TheDivertersDeadlineIsKeptExactly) {
  Start();
  ASSERT_TRUE(Expect("p"));
  clock_.Advance(milliseconds(10));
  const auto share = Report("p", "A");
  clock_.Advance(milliseconds(90) - nanoseconds(1));
  EXPECT_FALSE(IsTold(share));
  clock_.Advance(nanoseconds(1));
  EXPECT_EQ(share.get().verdict->after, milliseconds(100));
  EXPECT_EQ(share.get().verdict->because, Because::kDeadline);
  EXPECT_FALSE(share.get().late);
}

TEST_F(Table, ALateAnswerIsMarkedAndNeverActs) {
  Start();
  ASSERT_TRUE(Expect("p", 2));
  const auto in_time = Report("p", "A");
  clock_.Advance(milliseconds(100));
  const auto verdict = in_time.get().verdict;
  const auto late = Report("p", "B").get();
  EXPECT_TRUE(late.late);
  EXPECT_TRUE(late.past_deadline);
  EXPECT_EQ(late.verdict, verdict);
  EXPECT_EQ(decided_, 1);
  EXPECT_EQ(past_deadline_, 1);
  const auto view = Wait("p").get();
  ASSERT_TRUE(view);
  ASSERT_EQ(view->seen.size(), 2U);
  EXPECT_FALSE(view->seen[0].late);
  EXPECT_TRUE(view->seen[1].late);
}

TEST_F(Table, APictureAfterAnEarlyVerdictIsLateButWithinTheDeadline) {
  Start();
  ASSERT_TRUE(Expect("p", 3));
  (void)Report("p", "A");
  (void)Report("p", "A");
  const Share share = Report("p", "B").get();
  EXPECT_TRUE(share.late);
  EXPECT_FALSE(share.past_deadline);
  EXPECT_EQ(past_verdict_, 1);
}

TEST_F(Table, AParcelThatNobodyCouldReadHasItsNoReadAtTheDeadline) {
  Start();
  ASSERT_TRUE(Expect("p"));
  const auto view = Wait("p", seconds(5));
  EXPECT_FALSE(IsTold(view));
  clock_.Advance(milliseconds(100));
  ASSERT_TRUE(view.get());
  EXPECT_EQ(view.get()->verdict->state, State::kNoRead);
}

TEST_F(Table, AWaitThatEndsBeforeTheVerdictIsToldWhatThereIs) {
  Start();
  ASSERT_TRUE(Expect("p"));
  (void)Report("p", "A");
  const auto view = Wait("p", milliseconds(50));
  clock_.Advance(milliseconds(50));
  ASSERT_TRUE(view.get());
  EXPECT_EQ(view.get()->verdict, nullptr);
  EXPECT_EQ(view.get()->seen.size(), 1U);
  EXPECT_EQ(view.get()->expected, 3);
}

TEST_F(Table, ParcelsOfDifferentSendersDoNotMeet) {
  Start({.expected = 1, .deadline_ms = 100});
  ASSERT_TRUE(Expect("p"));
  EXPECT_EQ(Report("p", "A", "somebody else").get().state(), State::kUnknown);
  EXPECT_EQ(Report("p", "B").get().verdict->candidates[0].text, "B");
}

TEST_F(Table, ANameMeansTheNextParcelOnceTheWindowIsOver) {
  Start();
  ASSERT_TRUE(Expect("p", 3));
  const auto first = Report("p", "A");
  clock_.Advance(milliseconds(100));
  (void)first.get();
  clock_.Advance(seconds(10));
  EXPECT_FALSE(Wait("p").get());
  ASSERT_TRUE(Expect("p", 3));
  const auto second = Report("p", "B");
  EXPECT_FALSE(IsTold(second));
  clock_.Advance(milliseconds(100));
  EXPECT_EQ(second.get().verdict->candidates[0].text, "B");
  EXPECT_FALSE(second.get().late);
}

TEST_F(Table, APictureThatComesAfterARestartIsLateAndOpensNothing) {
  Start();
  Sighting sighting{"p"};
  sighting.arrived = clock_.Now() - seconds(5);  // taken up from disk
  ASSERT_TRUE(table_->Expect({"", "p"}, sighting, 1));
  const Share share = Report("p", "A").get();
  EXPECT_EQ(share.state(), State::kUnknown);
  EXPECT_TRUE(share.late);
  EXPECT_FALSE(Wait("p").get());
  EXPECT_EQ(decided_, 0);
}

TEST_F(Table, WhenFullTheOldestVerdictMakesRoomAndAnOpenParcelNever) {
  Start({.expected = 1, .deadline_ms = 100, .window_s = 10, .max_parcels = 2});
  ASSERT_TRUE(Expect("a"));
  ASSERT_TRUE(Expect("b"));
  const Status refused = Expect("c");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kResourceExhausted);
  EXPECT_EQ(refused.error().field, "parcel");
  (void)Report("b", "B").get();
  EXPECT_TRUE(Expect("c"));
  EXPECT_FALSE(Wait("b").get());
  EXPECT_TRUE(Wait("a").get());
  EXPECT_EQ(table_->load().known, 2U);
}

TEST_F(Table, MorePicturesThanAnyTunnelTakesAreRefused) {
  Start();
  ASSERT_TRUE(Expect("p", kMostViews));
  EXPECT_FALSE(Expect("p"));
  EXPECT_FALSE(Expect("q", kMostViews + 1));
  EXPECT_EQ(table_->load().known, 1U);
}

TEST_F(Table, CodesThatCannotNameAParcelHaveNoVoice) {
  Start({.expected = 1, .deadline_ms = 100, .formats = {"Code 128"}, .pattern = "[A-Z]{2}[0-9]+"});
  ASSERT_TRUE(Expect("p"));
  auto told = std::make_shared<std::promise<Share>>();
  View view{"1"};
  view.reads = {
      {"AB123", "Code 128", 0.99, 0.5}, {"4006381333931", "Code 128", 0.99, 0.5}, {"AB999", "QR Code", 0.99, 0.5}};
  table_->Report({"", "p"}, {view}, [told](const Share& share) { told->set_value(share); });
  const Share share = told->get_future().get();
  EXPECT_EQ(share.state(), State::kRead);
  ASSERT_EQ(share.verdict->candidates.size(), 1U);
  EXPECT_EQ(share.verdict->candidates[0].text, "AB123");
}

TEST_F(Table, AStopLeavesNobodyWaiting) {
  Start();
  ASSERT_TRUE(Expect("p"));
  const auto share = Report("p", "A");
  const auto view = Wait("p", seconds(5));
  table_->Stop();
  EXPECT_EQ(share.get().state(), State::kOpen);
  EXPECT_TRUE(view.get());
  EXPECT_EQ(Report("p", "A").get().state(), State::kUnknown);
}

TEST_F(Table, AThousandParcelsAtOnceEachHaveTheirOwnVerdictAndAreForgotten) {
  Start({.expected = 2, .deadline_ms = 100, .window_s = 1});
  std::vector<std::shared_future<Share>> shares;
  for (int i = 0; i < 1000; ++i) {
    const std::string name = std::to_string(i);
    ASSERT_TRUE(Expect(name, 2));
    shares.push_back(Report(name, "A" + name));
    if (i % 2 == 0) shares.push_back(Report(name, "A" + name));
  }
  clock_.Advance(milliseconds(100));
  for (const auto& share : shares) EXPECT_EQ(share.get().verdict->candidates[0].text, "A" + share.get().parcel);
  EXPECT_EQ(decided_, 1000);
  clock_.Advance(seconds(1));
  EXPECT_FALSE(Wait("0").get());
  EXPECT_TRUE(Expect("0"));
}

}  // namespace
}  // namespace crossdock::fusion

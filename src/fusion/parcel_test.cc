#include "fusion/parcel.h"

#include <gtest/gtest.h>

namespace crossdock::fusion {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr TimePoint kOpened{std::chrono::hours(1)};
constexpr TimePoint kDeadline = kOpened + milliseconds(100);

View Sees(const std::string& job, const std::string& text) {
  View view{job};
  if (!text.empty()) view.reads.push_back({text, "Code 128", 0.99, 0.5});
  return view;
}

class ParcelUnderCameras : public ::testing::Test {
 protected:
  explicit ParcelUnderCameras(int cameras = 3) { parcel_.Expect(cameras, kDeadline); }
  Parcel::Seen At(int ms, const std::string& job, const std::string& text) {
    return parcel_.Add({Sees(job, text)}, kOpened + milliseconds(ms));
  }
  Parcel parcel_{kOpened, kDeadline, {}};
};

TEST_F(ParcelUnderCameras, IsDecidedWhenAllPicturesAreIn) {
  EXPECT_FALSE(At(10, "1", "A").late);
  EXPECT_FALSE(At(20, "2", "").late);
  EXPECT_EQ(parcel_.verdict(), nullptr);
  EXPECT_FALSE(At(30, "3", "").late);
  ASSERT_NE(parcel_.verdict(), nullptr);
  EXPECT_EQ(parcel_.verdict()->state, State::kRead);
  EXPECT_EQ(parcel_.verdict()->because, Because::kAllSeen);
  EXPECT_EQ(parcel_.verdict()->after, milliseconds(30));
  EXPECT_EQ(parcel_.verdict()->views.size(), 3U);
}

TEST_F(ParcelUnderCameras, IsDecidedBeforeWhenTheRestCannotChangeIt) {
  (void)At(10, "1", "A");
  (void)At(20, "2", "A");
  ASSERT_NE(parcel_.verdict(), nullptr);
  EXPECT_EQ(parcel_.verdict()->because, Because::kSettled);
  const auto third = At(30, "3", "B");
  EXPECT_TRUE(third.late);
  EXPECT_FALSE(third.past_deadline);
}

TEST_F(ParcelUnderCameras, IsDecidedAtTheDeadlineToTheNanosecond) {
  (void)At(10, "1", "A");
  parcel_.PassTime(kDeadline - nanoseconds(1));
  EXPECT_EQ(parcel_.verdict(), nullptr);
  parcel_.PassTime(kDeadline);
  ASSERT_NE(parcel_.verdict(), nullptr);
  EXPECT_EQ(parcel_.verdict()->because, Because::kDeadline);
  EXPECT_EQ(parcel_.verdict()->after, milliseconds(100));
}

TEST_F(ParcelUnderCameras, APictureJustBeforeTheDeadlineCounts) {
  EXPECT_FALSE(parcel_.Add({Sees("1", "A")}, kDeadline - nanoseconds(1)).late);
  parcel_.PassTime(kDeadline);
  EXPECT_EQ(parcel_.verdict()->state, State::kRead);
}

TEST_F(ParcelUnderCameras, APictureAtTheDeadlineIsLateThoughNobodyLookedAtTheClock) {
  const auto seen = parcel_.Add({Sees("1", "A")}, kDeadline);
  EXPECT_TRUE(seen.late);
  EXPECT_TRUE(seen.past_deadline);
  EXPECT_EQ(parcel_.verdict()->state, State::kNoRead);
  EXPECT_EQ(parcel_.verdict()->after, milliseconds(100));
}

TEST_F(ParcelUnderCameras, LatePicturesAreRememberedAndChangeNothing) {
  (void)At(10, "1", "A");
  (void)At(120, "2", "B");
  const auto verdict = parcel_.verdict();
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(At(130 + i, "late " + std::to_string(i), "B").late);
  EXPECT_EQ(parcel_.verdict(), verdict);
  EXPECT_EQ(verdict->candidates.size(), 1U);
  EXPECT_EQ(parcel_.seen().size(), 7U);
  EXPECT_TRUE(parcel_.seen().back().late);
}

TEST_F(ParcelUnderCameras, AJobThatRunsAgainIsNotCountedTwice) {
  (void)At(10, "1", "");
  (void)At(20, "1", "");
  (void)At(30, "2", "");
  EXPECT_EQ(parcel_.verdict(), nullptr);
  EXPECT_EQ(parcel_.seen().size(), 2U);
}

TEST_F(ParcelUnderCameras, ABrokenPictureIsInAndSaysNothing) {
  View broken{"1"};
  broken.error = InvalidArgument("picture", "not a picture");
  (void)parcel_.Add({broken, Sees("2", "A"), Sees("3", "")}, kOpened + milliseconds(5));
  ASSERT_NE(parcel_.verdict(), nullptr);
  EXPECT_EQ(parcel_.verdict()->state, State::kRead);
  EXPECT_TRUE(parcel_.verdict()->views[0].error);
}

TEST_F(ParcelUnderCameras, PicturesOfOneJobCountTogether) {
  // The first two would settle it; the third is not late for that.
  const auto seen = parcel_.Add({Sees("1", "A"), {"1", 1, "", {}, {}, Sees("", "A").reads}, {"1", 2}}, kOpened);
  EXPECT_FALSE(seen.late);
  EXPECT_EQ(parcel_.verdict()->views.size(), 3U);
}

TEST_F(ParcelUnderCameras, OneCameraThatSendsTwiceIsInOnce) {
  for (const char* job : {"1", "2", "3"}) {
    View view{job, 0, "top"};
    (void)parcel_.Add({view}, kOpened);
  }
  EXPECT_EQ(parcel_.verdict(), nullptr);
}

TEST_F(ParcelUnderCameras, TheEarliestDeadlineThatAPictureNamesHolds) {
  parcel_.Expect(3, kOpened + milliseconds(400));
  EXPECT_EQ(parcel_.deadline(), kDeadline);
  parcel_.Expect(3, kOpened + milliseconds(40));
  parcel_.PassTime(kOpened + milliseconds(40));
  ASSERT_NE(parcel_.verdict(), nullptr);
  EXPECT_EQ(parcel_.verdict()->after, milliseconds(40));
}

TEST_F(ParcelUnderCameras, MemoryIsBounded) {
  View loud{"loud"};
  for (int i = 0; i < 1000; ++i) loud.reads.push_back({std::to_string(i), "QR Code", 0.5, 0.5});
  loud.reads.push_back({"sure", "QR Code", 0.99, 0.5});
  parcel_.Expect(64, kDeadline);
  (void)parcel_.Add({loud}, kOpened);
  for (int i = 0; i < 200; ++i) (void)At(200, std::to_string(i), "A");
  EXPECT_EQ(parcel_.seen().size(), kMostViews);
  EXPECT_EQ(parcel_.verdict()->candidates.size(), kMostCandidates);
  EXPECT_EQ(parcel_.verdict()->candidates[0].text, "sure");
}

TEST(Parcel, WithoutANumberOfPicturesTheDeadlineDecides) {
  Parcel parcel(kOpened, kDeadline, {});
  for (int i = 0; i < 10; ++i) (void)parcel.Add({Sees(std::to_string(i), "A")}, kOpened + milliseconds(i));
  EXPECT_EQ(parcel.verdict(), nullptr);
  parcel.PassTime(kDeadline);
  EXPECT_EQ(parcel.verdict()->state, State::kRead);
}

}  // namespace
}  // namespace crossdock::fusion

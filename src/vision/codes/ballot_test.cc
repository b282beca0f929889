#include "vision/codes/ballot.h"

#include <gtest/gtest.h>

namespace crossdock::vision::codes {
namespace {

Reading Of(const std::string& text, const std::string& format, int lines = 5) {
  Reading reading;
  reading.text = text;
  reading.format = format;
  reading.lines = lines;
  return reading;
}
const Reading kEan = Of("4006381333931", "EAN-13");
const Reading kOther = Of("4006381333948", "EAN-13");

TEST(Ballot, OneReadOfACorrectedCodeIsEnough) {
  Ballot ballot;
  ballot.Cast(Of("parcel", "QR Code", 1), "scale 2");
  const auto winner = ballot.Elected();
  ASSERT_TRUE(winner);
  EXPECT_EQ(winner->reading.text, "parcel");
  EXPECT_EQ(winner->variation, "scale 2");
  EXPECT_EQ(winner->reads, 1);
}

TEST(Ballot, AChecksumSeenOnFewLinesWantsASecondVariation) {
  Ballot ballot;
  ballot.Cast(Of("SF123", "Code 128", 2), "average");
  EXPECT_FALSE(ballot.Elected());
  ballot.Cast(Of("SF123", "Code 128", 2), "sharpen 1");
  EXPECT_TRUE(ballot.Elected());
}

TEST(Ballot, AVariationVotesOnceForAText) {
  Ballot ballot;
  for (int i = 0; i < 5; ++i) ballot.Cast(Of("12345678", "ITF"), "average");
  EXPECT_FALSE(ballot.Elected());
}

TEST(Ballot, AnEanReadByTwoStrengthsOfOneVariationIsNotBelieved) {
  Ballot ballot;
  ballot.Cast(kEan, "sharpen 1");
  ballot.Cast(kEan, "sharpen 2");
  EXPECT_FALSE(ballot.Elected());
  ballot.Cast(kEan, "average");
  EXPECT_TRUE(ballot.Elected());
}

TEST(Ballot, AHintConfirmsAReadAndProvesNothingAlone) {
  Ballot hints;
  for (const char* band : {"match 1", "match 2", "match 3"}) hints.Cast(kEan, band, Vote::kHint);
  EXPECT_FALSE(hints.Elected());
  hints.Cast(kEan, "sharpen 1");
  ASSERT_TRUE(hints.Elected());
  EXPECT_EQ(hints.Elected()->variation, "sharpen 1");
}

TEST(Ballot, AHintAtAnotherNumberConfirmsNothing) {
  Ballot ballot;
  ballot.Cast(kOther, "match 1", Vote::kHint);
  ballot.Cast(kEan, "sharpen 1");
  ballot.Cast(kEan, "sharpen 2");
  EXPECT_FALSE(ballot.Elected());
}

TEST(Ballot, TwoClearMatchesAreBelieved) {
  Ballot ballot;
  ballot.Cast(kEan, "match 1", Vote::kMatched);
  EXPECT_FALSE(ballot.Elected());
  ballot.Cast(kEan, "match 4", Vote::kMatched);
  EXPECT_TRUE(ballot.Elected());
}

TEST(Ballot, TwoTextsThatBothHaveVotesGiveNone) {
  Ballot ballot;
  for (const char* band : {"match 1", "match 2"}) ballot.Cast(kEan, band, Vote::kMatched);
  ballot.Cast(kOther, "match 3", Vote::kMatched);
  EXPECT_FALSE(ballot.Elected());
  for (const char* band : {"match 4", "match 5", "match 6"}) ballot.Cast(kEan, band, Vote::kMatched);
  ASSERT_TRUE(ballot.Elected());
  EXPECT_EQ(ballot.Elected()->reading.text, kEan.text);
}

TEST(Ballot, AnAddOnIsTakenAlongAndItsReadsCount) {
  Ballot ballot;
  ballot.Cast(kEan, "average");
  ballot.Cast(Of(kEan.text + "12", "EAN-13"), "sharpen 1");
  ASSERT_TRUE(ballot.Elected());
  EXPECT_EQ(ballot.Elected()->reading.text, kEan.text + "12");
  EXPECT_EQ(ballot.Elected()->reads, 2);
}

}  // namespace
}  // namespace crossdock::vision::codes

#include "hub/driving/verdict.h"

#include <gtest/gtest.h>

#include "hub/driving/tally.h"

namespace crossdock::hub {
namespace {

Quad At(double x, double y) { return Rect{x, y, 200, 24}.Corners(); }

PictureTruth OneLine(const char* text) {
  PictureTruth truth;
  truth.lines.push_back({text, "", 24, At(100, 100)});
  return truth;
}

Reading Read(const char* text, Quad corners) {
  Reading reading;
  reading.lines.push_back({text, 0.9, corners});
  return reading;
}

TEST(Verdict, TakesALineAsRightWithoutItsSpaces) {
  const Verdict verdict = Judge(OneLine("Weight: 2.35 kg"), Read("Weight:2.35kg", At(98, 103)));
  EXPECT_EQ(verdict.LinesRight(), 1);
  EXPECT_FALSE(verdict.lines[0].spaces_too);
}

TEST(Verdict, TellsWhenSpacesAreRightToo) {
  EXPECT_TRUE(Judge(OneLine("2.35 kg"), Read("2.35 kg", At(100, 100))).lines[0].spaces_too);
}

TEST(Verdict, TakesAnyOtherDifferenceAsWrong) {
  for (const char* text : {"weight:2.35kg", "Weight：2.35kg", "Weight:2.35k", "Weight:2.35kg."}) {
    const Verdict verdict = Judge(OneLine("Weight: 2.35 kg"), Read(text, At(100, 100)));
    EXPECT_EQ(verdict.LinesRight(), 0) << text;
    EXPECT_EQ(verdict.lines[0].instead.size(), 1u) << text;
  }
}

TEST(Verdict, TakesARightTextAtTheWrongPlaceAsWrong) {
  EXPECT_EQ(Judge(OneLine("KEB-017"), Read("KEB-017", At(100, 300))).LinesRight(), 0);
}

TEST(Verdict, CountsEachLineReadOnce) {
  PictureTruth truth = OneLine("1/1");
  truth.lines.push_back(truth.lines[0]);
  EXPECT_EQ(Judge(truth, Read("1/1", At(100, 100))).LinesRight(), 1);
}

TEST(Verdict, ComparesLettersAndDigitsOfCodes) {
  PictureTruth truth;
  truth.codes.push_back({"(01)09501101530010", "DataBar Omni", At(0, 0)});
  truth.codes.push_back({"YT73", "Code 128", At(0, 0)});
  Reading reading;
  reading.codes.push_back({"0109501101530010", "DataBar Omni", 1, "plain", At(0, 0)});
  reading.codes.push_back({"YT78", "Code 128", 1, "plain", At(0, 0)});
  const Verdict verdict = Judge(truth, reading);
  EXPECT_EQ(verdict.CodesRight(), 1);
  EXPECT_EQ(verdict.wrong_codes, std::vector<std::size_t>{1});
}

TEST(WithoutSpaces, DropsTheWideSpaceOfChineseToo) { EXPECT_EQ(WithoutSpaces(" 收\u3000件 人\t"), "收件人"); }

TEST(Tally, CountsAPictureThatFailedAsOneOfWhichNothingWasRead) {
  std::vector<PictureFile> pictures(1);
  pictures[0].truth = OneLine("KEB-017");
  std::vector<Shot> shots(1);
  shots[0].failure = "no connection";
  Tally tally = TallyShots(pictures, shots);
  EXPECT_EQ(tally.All().lines_total, 1);
  EXPECT_EQ(tally.All().lines_right, 0);
  EXPECT_EQ(tally.All().large_total, 1);
}

}  // namespace
}  // namespace crossdock::hub

#include "vision/codes/confidence.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace crossdock::vision::codes {
namespace {

constexpr Trust kTrusts[] = {Trust::kNone, Trust::kDigit, Trust::kChecksum, Trust::kLightlyCorrected,
                             Trust::kCorrected};

TEST(Confidence, IsNeverCertainAndNeverImpossible) {
  for (const Trust trust : kTrusts) {
    for (const bool plain : {true, false}) {
      for (const int reads : {1, 2, 3, 10, 100}) {
        const double confidence = Confidence({plain, trust, reads});
        EXPECT_GT(confidence, 0.5);
        EXPECT_LT(confidence, 1);
      }
    }
  }
}

TEST(Confidence, PlainReadsThatWereCheckedAreSure) {
  EXPECT_GT(Confidence({true, Trust::kDigit, 20}), 0.98);
  EXPECT_GT(Confidence({true, Trust::kChecksum, 20}), 0.98);
  EXPECT_GT(Confidence({true, Trust::kCorrected, 1}), 0.98);
}

TEST(Confidence, MoreAgreeingLinesAreNotWorse) {
  for (const Trust trust : kTrusts) EXPECT_GE(Confidence({true, trust, 50}), Confidence({true, trust, 2}));
}

TEST(Confidence, EveryRowIsReachedAndHasAName) {
  std::set<int> rows;
  std::set<std::string> names;
  for (const Trust trust : kTrusts) {
    for (const bool plain : {true, false}) {
      for (int reads = 1; reads < 50; ++reads) rows.insert(ConfidenceRow({plain, trust, reads}));
    }
  }
  EXPECT_EQ(static_cast<int>(rows.size()), ConfidenceRows());
  for (const int row : rows) names.insert(ConfidenceRowName(row));
  EXPECT_EQ(names.size(), rows.size());
}

TEST(Confidence, WhiteOnBlackIsAPlainReadAndARescueIsNot) {
  Code code;
  code.format = "EAN-13";
  for (const auto& [path, plain] : {std::pair{"plain", true}, {"invert", true}, {"match", false}, {"sharpen", false}}) {
    code.path = path;
    EXPECT_EQ(EvidenceOf(code).plain, plain) << path;
  }
}

}  // namespace
}  // namespace crossdock::vision::codes

#include "vision/codes/trust.h"

#include <gtest/gtest.h>

namespace crossdock::vision::codes {
namespace {

TEST(Trust, IsTheWeakestForWhatCannotBeChecked) {
  for (const char* format :
       {"ITF", "Codabar", "Code 39", "DX Film Edge", "EAN-8", "UPC-E", "a symbology of the future"}) {
    EXPECT_EQ(TrustOf(format), Trust::kNone) << format;
  }
  EXPECT_TRUE(HasCheck("EAN-8"));
  EXPECT_FALSE(HasCheck("ITF"));
}

TEST(Trust, GrowsWithTheCheck) {
  EXPECT_LT(TrustOf("EAN-13"), TrustOf("Code 128"));
  EXPECT_LT(TrustOf("DataBar Expanded"), TrustOf("PDF417"));
  EXPECT_LT(TrustOf("MicroPDF417"), TrustOf("QR Code"));
  EXPECT_EQ(TrustOf("QR Code Model 2"), TrustOf("Aztec Code"));
  EXPECT_EQ(TrustOf("Aztec Rune"), Trust::kNone);  // one byte behind four bits
}

TEST(Trust, ARescueWantsASecondReadOfWhatIsLightlyChecked) {
  EXPECT_EQ(ReadsWanted(TrustOf("QR Code")), 1);
  EXPECT_EQ(ReadsWanted(TrustOf("Code 128")), 1);
  EXPECT_EQ(ReadsWanted(TrustOf("PDF417")), 2);
  EXPECT_EQ(ReadsWanted(TrustOf("EAN-13")), 2);
  EXPECT_EQ(ReadsWanted(TrustOf("ITF")), 2);
}

TEST(Trust, OnlyMatrixAndStackedSymbologiesAreCorrected) {
  for (const char* format : {"QR Code", "Data Matrix", "Aztec", "PDF417", "MaxiCode"})
    EXPECT_TRUE(IsCorrected(format)) << format;
  for (const char* format : {"Code 128", "EAN-13", "DataBar"}) EXPECT_FALSE(IsCorrected(format)) << format;
}

}  // namespace
}  // namespace crossdock::vision::codes

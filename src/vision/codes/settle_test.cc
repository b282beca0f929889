#include "vision/codes/settle.h"

#include <gtest/gtest.h>

namespace crossdock::vision::codes {
namespace {

Quad Box(float x, float y, float width, float height) {
  return {{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}};
}
Code Read(const std::string& text, const std::string& format, int reads, const Quad& corners = Box(10, 10, 200, 60)) {
  Code code;
  code.text = text;
  code.format = format;
  code.reads = reads;
  code.corners = corners;
  return code;
}

TEST(Settle, EqualReadsOfOnePlaceBecomeTheBetterAttestedOne) {
  const auto codes = Settle({Read("12345678", "ITF", 3), Read("12345678", "ITF", 9), Read("12345678", "ITF", 9)});
  ASSERT_EQ(codes.size(), 1u);
  EXPECT_EQ(codes[0].reads, 9);
}

TEST(Settle, EqualReadsOfTwoPlacesAreTwoCodes) {
  EXPECT_EQ(Settle({Read("1234", "ITF", 3), Read("1234", "ITF", 3, Box(10, 200, 200, 60))}).size(), 2u);
}

TEST(Settle, OfTwoTextsTheOneWithMoreThanTwiceTheLinesStands) {
  const auto codes = Settle({Read("1234", "ITF", 2), Read("567890", "ITF", 5)});
  ASSERT_EQ(codes.size(), 1u);
  EXPECT_EQ(codes[0].text, "567890");
  EXPECT_EQ(Settle({Read("1234", "ITF", 3), Read("567890", "ITF", 5)}).size(), 2u);
}

TEST(Settle, BarsReadWithinAMatrixCodeGo) {
  const auto codes =
      Settle({Read("0123", "ITF", 20, Box(40, 40, 50, 5)), Read("parcel", "Data Matrix", 1, Box(0, 0, 150, 150))});
  ASSERT_EQ(codes.size(), 1u);
  EXPECT_EQ(codes[0].format, "Data Matrix");
}

TEST(Settle, AMatrixCodeCloseToBarsLeavesThemStanding) {
  const auto codes =
      Settle({Read("SF1234", "Code 128", 20, Box(0, 30, 300, 60)), Read("x", "PDF417", 1, Box(0, 0, 300, 25))});
  EXPECT_EQ(codes.size(), 2u);
}

TEST(Settle, AnAddOnIsNoContradiction) {
  const auto codes = Settle({Read("9780201379624", "EAN-13", 40), Read("978020137962452495", "EAN-13", 3)});
  ASSERT_EQ(codes.size(), 1u);
  EXPECT_EQ(codes[0].text, "978020137962452495");
}

TEST(Settle, CodesComeFromTopToBottom) {
  const auto codes =
      Settle({Read("low", "QR Code", 1, Box(0, 300, 50, 50)), Read("high", "QR Code", 1, Box(300, 5, 50, 50)),
              Read("left", "QR Code", 1, Box(100, 5, 50, 50))});
  ASSERT_EQ(codes.size(), 3u);
  EXPECT_EQ(codes[0].text, "left");
  EXPECT_EQ(codes[1].text, "high");
  EXPECT_EQ(codes[2].text, "low");
}

}  // namespace
}  // namespace crossdock::vision::codes

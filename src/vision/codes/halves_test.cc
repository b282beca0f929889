#include "vision/codes/halves.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "vision/codes/test_code_pictures.h"

namespace crossdock::vision {
namespace {

using codes::testing::PictureOf;

std::vector<std::string> Texts(const std::vector<Code>& codes) {
  std::vector<std::string> texts;
  texts.reserve(codes.size());
  for (const Code& code : codes) texts.push_back(code.text);
  return texts;
}

TEST(Halves, EverySymbologyBelongsToExactlyOne) {
  const std::pair<const char*, const char*> drawings[] = {
      {"EAN-13", "400638133393"},   {"EAN-8", "9638507"},    {"UPC-E", "01234565"},    {"Code 128", "SF1234567890"},
      {"Code 39", "ABC123"},        {"Code 93", "ABC123"},   {"ITF", "12345678"},      {"Codabar", "A1234B"},
      {"DataBar", "0001234567890"}, {"QR Code", "parcel 7"}, {"Micro QR Code", "123"}, {"Aztec", "parcel 7"},
      {"Data Matrix", "parcel 7"},  {"PDF417", "parcel 7"},  {"MaxiCode", "parcel 7"}};
  for (const auto& [format, contents] : drawings) {
    const Image picture = PictureOf(format, contents, {.module = 4});
    const auto first = ReadHalf(picture, 0, {});
    const auto second = ReadHalf(picture, 1, {});
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->size() + second->size(), 1u) << format;
    EXPECT_EQ(Texts(*ReadInHalves(picture, {})), Texts(*ReadCodes(picture))) << format;
  }
}

TEST(Halves, WhatTheyReadAtOnePlaceIsSettledAcrossThem) {
  Code bars;
  bars.text = "0123";
  bars.format = "ITF";
  bars.reads = 9;
  bars.corners = {{{40, 40}, {90, 40}, {90, 44}, {40, 44}}};
  Code matrix;
  matrix.text = "parcel";
  matrix.format = "Data Matrix";
  matrix.reads = 1;
  matrix.corners = {{{0, 0}, {150, 0}, {150, 150}, {0, 150}}};
  EXPECT_EQ(Texts(JoinHalves({bars}, {matrix})), std::vector<std::string>{"parcel"});
  EXPECT_EQ(Texts(JoinHalves({matrix}, {bars})), std::vector<std::string>{"parcel"});
}

TEST(Halves, LeaveWhiteOnBlackToTheRescue) {
  const Image picture = PictureOf("QR Code", "parcel 7", {.module = 4, .dark = 235, .bright = 20});
  EXPECT_TRUE(ReadInHalves(picture, {})->empty());
  EXPECT_EQ(ReadCodes(picture)->size(), 1u);
}

TEST(Halves, AnErrorOfEitherIsTheErrorOfBoth) {
  std::stop_source stop;
  stop.request_stop();
  const auto codes = ReadInHalves(PictureOf("QR Code", "x"), {.stop = stop.get_token()});
  ASSERT_FALSE(codes);
  EXPECT_EQ(codes.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace crossdock::vision

#include <gtest/gtest.h>

#include "vision/codec/test_encoders.h"
#include "vision/decode.h"

namespace crossdock::vision {
namespace {
using codec::Difference;
using codec::EncodeBmp;
using codec::EncodeJpeg;
using codec::EncodePng;
using codec::EncodeTiff;
using codec::EncodeWebp;
using codec::Pattern;

const Image kColour = Pattern(61, 43, 3);
const Image kGrey = Pattern(61, 43, 1);

/// How far the decoded picture is from the one that was written; 256 if it was refused.
int Off(const codec::File& file, const Image& expected) {
  const auto decoded = Decode(file);
  EXPECT_TRUE(decoded.has_value()) << decoded.error().message;
  return decoded ? Difference(decoded->image, expected) : 256;
}

TEST(Jpeg, ReadsColourAndGreyPlainAndProgressive) {
  EXPECT_LE(Off(EncodeJpeg(kColour), kColour), 40);  // the edge in the third channel rings
  EXPECT_LE(Off(EncodeJpeg(kColour, {.progressive = true}), kColour), 40);
  EXPECT_LE(Off(EncodeJpeg(kGrey), kGrey), 4);
}

TEST(Jpeg, ReadsInvertedCmykAsColours) {
  Image inks(32, 32, 4);
  for (int y = 0; y < 32; ++y) {
    for (int x = 0; x < 32; ++x) {
      const uint8_t pixel[4] = {200, 100, 50, 255};  // inverted: light, not ink; no black
      std::copy(pixel, pixel + 4, inks.mutable_row(y) + 4 * x);
    }
  }
  const auto decoded = Decode(EncodeJpeg(inks, {.quality = 100}));
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(decoded->info.channels, 4);
  EXPECT_NEAR(decoded->image.row(16)[48], 200, 3);
  EXPECT_NEAR(decoded->image.row(16)[49], 100, 3);
  EXPECT_NEAR(decoded->image.row(16)[50], 50, 3);
}

TEST(Jpeg, GivesItsLuminanceWhenAskedForGrey) {
  const auto decoded = Decode(EncodeJpeg(kColour, {.quality = 100}), {.grey = true});
  ASSERT_TRUE(decoded.has_value());
  EXPECT_LE(Difference(decoded->image, ToGrey(kColour)), 12);
}

TEST(Jpeg, SaysWhenItSteppedOverDamage) {
  codec::File file = EncodeJpeg(Pattern(200, 200, 3));
  for (size_t i = file.size() / 2; i < file.size() / 2 + 8; ++i) file[i] = std::byte{0x55};
  const auto decoded = Decode(file);
  if (decoded) {
    EXPECT_EQ(decoded->image.width(), 200);
  } else {
    EXPECT_EQ(decoded.error().field, "picture");
  }
  EXPECT_FALSE(Decode(EncodeJpeg(kColour))->damaged);
}

TEST(Jpeg, RefusesMoreScansThanAnybodyNeeds) {
  codec::File file = EncodeJpeg(kGrey);
  const std::byte scan[2] = {std::byte{0xFF}, std::byte{0xDA}};
  for (int i = 0; i < 100; ++i) file.insert(file.end() - 2, scan, scan + 2);
  const auto decoded = Decode(file);
  ASSERT_FALSE(decoded.has_value());
  EXPECT_NE(decoded.error().message.find("scans"), std::string::npos);
}

TEST(Png, ReadsEveryDepthOfGrey) {
  for (const int bits : {1, 2, 4, 8, 16}) {
    const auto decoded = Decode(EncodePng(kGrey, {.bits = bits}));
    ASSERT_TRUE(decoded.has_value()) << bits;
    EXPECT_EQ(decoded->info.bits, bits);
    EXPECT_EQ(decoded->image.channels(), 1);
    EXPECT_LE(Difference(decoded->image, kGrey), bits >= 8 ? 0 : 256 >> bits) << bits;
  }
}

TEST(Png, ReadsColourPaletteSixteenBitsAndInterlaced) {
  EXPECT_EQ(Off(EncodePng(kColour), kColour), 0);
  EXPECT_EQ(Off(EncodePng(kColour, {.bits = 16}), kColour), 0);
  EXPECT_EQ(Off(EncodePng(kColour, {.interlaced = true}), kColour), 0);
  const auto palette = Decode(EncodePng(kGrey, {.bits = 8, .palette = true}));
  ASSERT_TRUE(palette.has_value());
  EXPECT_EQ(palette->image.row(20)[3 * 30], kGrey.row(20)[30]);
  EXPECT_EQ(palette->image.row(20)[3 * 30 + 1], 255 - kGrey.row(20)[30]);
}

/// A square of one colour in the middle of nothing.
Image OnNothing(uint8_t level) {
  Image image(40, 40, 4);
  for (int y = 0; y < 40; ++y) {
    for (int x = 0; x < 40; ++x) {
      const bool inside = x >= 15 && x < 25 && y >= 15 && y < 25;
      const uint8_t pixel[4] = {level, level, level, static_cast<uint8_t>(inside ? 255 : 0)};
      std::copy(pixel, pixel + 4, image.mutable_row(y) + 4 * x);
    }
  }
  return image;
}

TEST(Transparency, ADarkDrawingIsLaidOnWhiteAndALightOneOnBlack) {
  for (const auto& encode :
       {+[](const Image& image) { return EncodePng(image); }, +[](const Image& image) { return EncodeWebp(image); },
        +[](const Image& image) { return EncodeTiff(image); }}) {
    const auto dark = Decode(encode(OnNothing(10)));
    ASSERT_TRUE(dark.has_value()) << dark.error().message;
    EXPECT_TRUE(dark->info.has_alpha);
    EXPECT_EQ(dark->image.row(0)[0], 255);
    EXPECT_EQ(dark->image.row(20)[60], 10);
    const auto light = Decode(encode(OnNothing(255)));
    ASSERT_TRUE(light.has_value());
    EXPECT_EQ(light->image.row(0)[0], 0);
    EXPECT_EQ(light->image.row(20)[60], 255);
  }
}

TEST(Webp, ReadsColourAndOnePixel) {
  EXPECT_EQ(Off(EncodeWebp(kColour), kColour), 0);
  EXPECT_EQ(Off(EncodeWebp(Pattern(1, 1, 3)), Pattern(1, 1, 3)), 0);
}

TEST(Tiff, ReadsOneEightAndSixteenBits) {
  EXPECT_LE(Off(EncodeTiff(kGrey, {.bits = 1}), kGrey), 128);
  EXPECT_EQ(Off(EncodeTiff(kGrey), kGrey), 0);
  EXPECT_EQ(Off(EncodeTiff(kColour), kColour), 0);
  EXPECT_EQ(Off(EncodeTiff(kColour, {.bits = 16}), kColour), 0);
  EXPECT_EQ(Off(EncodeTiff(kGrey, {.bits = 16}), kGrey), 0);
}

TEST(Tiff, ReadsTilesPlanesAndWhiteAsZero) {
  EXPECT_EQ(Off(EncodeTiff(kColour, {.tiled = true}), kColour), 0);
  EXPECT_EQ(Off(EncodeTiff(kColour, {.planes_apart = true}), kColour), 0);
  EXPECT_EQ(Off(EncodeTiff(kGrey, {.compressed = false, .white_is_zero = true}), kGrey), 0);
}

TEST(Bmp, ReadsEveryDepthAndBothRowOrders) {
  for (const bool top_down : {false, true}) {
    EXPECT_EQ(Off(EncodeBmp(kColour, {.bits = 24, .top_down = top_down}), kColour), 0);
    EXPECT_EQ(Off(EncodeBmp(kColour, {.bits = 32, .top_down = top_down}), kColour), 0);
    EXPECT_LE(Off(EncodeBmp(kColour, {.bits = 16, .top_down = top_down}), kColour), 7);
    EXPECT_EQ(Off(EncodeBmp(kGrey, {.bits = 8, .top_down = top_down}), kGrey), 0);
    EXPECT_LE(Off(EncodeBmp(kGrey, {.bits = 4, .top_down = top_down}), kGrey), 16);
    EXPECT_LE(Off(EncodeBmp(kGrey, {.bits = 1, .top_down = top_down}), kGrey), 128);
  }
}

TEST(Bmp, ReadsMasksAndTheOldHeader) {
  EXPECT_LE(Off(EncodeBmp(kColour, {.bits = 16, .masks = true}), kColour), 7);
  EXPECT_EQ(Off(EncodeBmp(kColour, {.bits = 32, .masks = true}), kColour), 0);
  EXPECT_EQ(Off(EncodeBmp(kColour, {.bits = 24, .core_header = true}), kColour), 0);
  EXPECT_EQ(Off(EncodeBmp(kGrey, {.bits = 8, .core_header = true}), kGrey), 0);
}

TEST(Bmp, RefusesRunLengthCodingByName) {
  const auto decoded = Decode(EncodeBmp(kGrey, {.bits = 8, .compression = 1}));
  ASSERT_FALSE(decoded.has_value());
  EXPECT_EQ(decoded.error().code, ErrorCode::kInvalidArgument);
  EXPECT_NE(decoded.error().message.find("run-length"), std::string::npos);
}
}  // namespace
}  // namespace crossdock::vision

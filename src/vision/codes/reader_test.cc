#include "vision/codes/reader.h"

#include <gtest/gtest.h>

#include "vision/codes/test_code_pictures.h"

namespace crossdock::vision {
namespace {

using codes::testing::PictureOf;

TEST(ReadCodes, GivesTextFormatCornersAndPath) {
  const auto codes = ReadCodes(PictureOf("Code 128", "SF1234567890"));
  ASSERT_TRUE(codes);
  ASSERT_EQ(codes->size(), 1u);
  const Code& code = codes->front();
  EXPECT_EQ(code.text, "SF1234567890");
  EXPECT_EQ(code.format, "Code 128");
  EXPECT_EQ(code.path, kPlainPath);
  EXPECT_TRUE(code.has_check);
  EXPECT_GT(code.reads, 1);
  EXPECT_LT(code.corners.corners[0].x, code.corners.corners[1].x);
}

TEST(ReadCodes, ReadsAtAnyAngle) {
  for (const double degrees : {0.0, 30.0, 90.0, 135.0, 180.0}) {
    const auto codes = ReadCodes(PictureOf("QR Code", "parcel 7", {.degrees = degrees}));
    ASSERT_TRUE(codes);
    ASSERT_EQ(codes->size(), 1u) << degrees;
    EXPECT_EQ(codes->front().text, "parcel 7");
  }
}

TEST(ReadCodes, AnEmptyPictureHasNone) { EXPECT_TRUE(ReadCodes(Image())->empty()); }

TEST(ReadCodes, OnlyTheFormatsAskedFor) {
  const Image picture = PictureOf("Code 128", "SF1234567890");
  EXPECT_TRUE(ReadCodes(picture, {.formats = "QR Code"})->empty());
  EXPECT_EQ(ReadCodes(picture, {.formats = "QR Code,Code 128"})->size(), 1u);
}

TEST(ReadCodes, AnUnknownFormatNamesItsField) {
  const auto codes = ReadCodes(PictureOf("Code 128", "1"), {.formats = "Runes"});
  ASSERT_FALSE(codes);
  EXPECT_EQ(codes.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(codes.error().field, "formats");
  EXPECT_EQ(ReadCodes(Image(), {.max_codes = 0}).error().field, "max_codes");
}

TEST(ReadCodes, IsNotBegunAfterItsDeadline) {
  VirtualClock clock;
  const Image picture = PictureOf("Code 128", "1234");
  EXPECT_TRUE(ReadCodes(picture, {.deadline = clock.Now() + Nanos(1), .clock = &clock}));
  clock.Advance(Nanos(1));
  const auto late = ReadCodes(picture, {.deadline = clock.Now(), .clock = &clock});
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code, ErrorCode::kDeadlineExceeded);
}

}  // namespace
}  // namespace crossdock::vision

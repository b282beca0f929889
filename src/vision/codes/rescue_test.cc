#include "vision/codes/rescue.h"

#include <gtest/gtest.h>

#include "vision/codes/reader.h"
#include "vision/codes/test_code_pictures.h"

namespace crossdock::vision {
namespace {

using codes::testing::PictureOf;

/// So blurred that thresholds lose the thin bars.
Image BlurredEan() { return PictureOf("EAN-13", "400638133393", {.module = 3, .blur = 0.65}); }
Image WhiteOnBlack() { return PictureOf("QR Code", "parcel 7", {.dark = 235, .bright = 20}); }
/// Time that does not pass: a test's machine may be slow.
RescueOptions Unhurried(const Clock& clock) { return {.clock = &clock}; }

TEST(RescueCodes, ReadsWhatThePlainReadMissed) {
  const VirtualClock clock;
  const Image picture = BlurredEan();
  ASSERT_TRUE(ReadCodes(picture)->empty());
  const auto codes = RescueCodes(picture, {}, Unhurried(clock));
  ASSERT_TRUE(codes);
  ASSERT_EQ(codes->size(), 1u);
  EXPECT_EQ(codes->front().text, "4006381333931");
  EXPECT_EQ(codes->front().format, "EAN-13");
  EXPECT_NE(codes->front().path, kPlainPath);
}

TEST(RescueCodes, ReadsWhiteOnBlackFirst) {
  const VirtualClock clock;
  const auto codes = RescueCodes(WhiteOnBlack(), {}, Unhurried(clock));
  ASSERT_TRUE(codes);
  ASSERT_EQ(codes->size(), 1u);
  EXPECT_EQ(codes->front().text, "parcel 7");
  EXPECT_EQ(codes->front().path, kInvertPath);
}

TEST(RescueCodes, WhiteOnBlackIsLeftOutWhereItWouldNotEndInTime) {
  const VirtualClock clock;
  RescueOptions options = Unhurried(clock);
  options.plain_took = options.budget;
  const auto codes = RescueCodes(WhiteOnBlack(), {}, options);
  ASSERT_TRUE(codes);
  for (const Code& code : *codes) EXPECT_NE(code.path, kInvertPath);
}

TEST(RescueCodes, DoesNotGiveAgainWhatIsKnown) {
  const VirtualClock clock;
  for (const Image& picture : {BlurredEan(), WhiteOnBlack()}) {
    const auto codes = RescueCodes(picture, {}, Unhurried(clock));
    ASSERT_EQ(codes->size(), 1u);
    EXPECT_TRUE(RescueCodes(picture, *codes, Unhurried(clock))->empty());
  }
}

TEST(RescueCodes, ReadsAtAGivenPlaceAndOnlyThere) {
  const VirtualClock clock;
  const Image picture = BlurredEan();
  const auto width = static_cast<float>(picture.width());
  const auto height = static_cast<float>(picture.height());
  RescueOptions options = Unhurried(clock);
  options.only_places = true;
  EXPECT_TRUE(RescueCodes(picture, {}, options)->empty());
  const CodePlace bars{{{{40, 14}, {width - 30, 14}, {width - 30, height - 14}, {40, height - 14}}}};
  options.places = {&bars, 1};
  const auto codes = RescueCodes(picture, {}, options);
  ASSERT_TRUE(codes);
  ASSERT_EQ(codes->size(), 1u);
  EXPECT_EQ(codes->front().text, "4006381333931");
}

TEST(RescueCodes, GivesNothingWhenItsTimeIsOver) {
  const VirtualClock clock;
  RescueOptions options = Unhurried(clock);
  options.deadline = clock.Now();
  const auto codes = RescueCodes(BlurredEan(), {}, options);
  ASSERT_TRUE(codes);
  EXPECT_TRUE(codes->empty());
}

TEST(RescueCodes, EndsWhenItIsCancelled) {
  std::stop_source stop;
  stop.request_stop();
  const auto codes = RescueCodes(BlurredEan(), {}, {.stop = stop.get_token()});
  ASSERT_FALSE(codes);
  EXPECT_EQ(codes.error().code, ErrorCode::kCancelled);
}

TEST(RescueCodes, NoiseHoldsNoCode) {
  const VirtualClock clock;
  cv::Mat noise(300, 400, CV_8U);
  cv::RNG(7).fill(noise, cv::RNG::UNIFORM, 0, 256);
  const auto codes = RescueCodes(codes::testing::ToImage(noise), {}, Unhurried(clock));
  ASSERT_TRUE(codes);
  EXPECT_TRUE(codes->empty());
}

}  // namespace
}  // namespace crossdock::vision

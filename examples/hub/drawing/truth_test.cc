#include "hub/drawing/truth.h"

#include <fstream>

#include <gtest/gtest.h>

namespace crossdock::hub {
namespace {

std::filesystem::path TemporaryFile(const char* name) { return std::filesystem::path(testing::TempDir()) / name; }

TEST(Truth, ComesBackFromItsFile) {
  PictureTruth truth;
  truth.picture = "7.jpg";
  truth.width = 1280;
  truth.height = 960;
  truth.stratum = {SortingLine::kB, Light::kGlare, Weather::kRain};
  truth.shape = Shape::kFlat;
  truth.jpeg_quality = 66;
  truth.codes.push_back({"YT73", "Code 128", Rect{1, 2, 3, 4}.Corners()});
  truth.lines.push_back({"收件人 王芳", "WenQuanYi Zen Hei", 21.5, Rect{5, 6, 70, 22}.Corners()});
  const auto path = TemporaryFile("hub_truth_test.json");
  ASSERT_TRUE(WriteTruth(truth, path));
  const auto read = ReadTruth(path);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->stratum, truth.stratum);
  EXPECT_EQ(read->shape, truth.shape);
  EXPECT_EQ(read->jpeg_quality, 66);
  ASSERT_EQ(read->codes.size(), 1u);
  EXPECT_EQ(read->codes[0].text, "YT73");
  EXPECT_DOUBLE_EQ(read->codes[0].corners[2].x, 4);
  ASSERT_EQ(read->lines.size(), 1u);
  EXPECT_EQ(read->lines[0].text, "收件人 王芳");
  EXPECT_DOUBLE_EQ(read->lines[0].letter_px, 21.5);
  std::filesystem::remove(path);
}

TEST(Truth, OfAnotherFormatIsRefusedByFileName) {
  const auto path = TemporaryFile("hub_truth_other.json");
  for (const char* content : {"{", "[]", R"({"picture":"a.jpg","width":"wide"})", R"({"picture":1})"}) {
    std::ofstream(path) << content;
    const auto read = ReadTruth(path);
    ASSERT_FALSE(read) << content;
    EXPECT_EQ(read.error().code, ErrorCode::kInvalidArgument);
    EXPECT_NE(read.error().message.find(path.filename().string()), std::string::npos);
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace crossdock::hub

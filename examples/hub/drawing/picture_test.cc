#include "hub/drawing/picture.h"

#include <set>

#include <ZXing/ReadBarcode.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>
#include <turbojpeg.h>

namespace crossdock::hub {
namespace {

using ::testing::Contains;

constexpr int kPictures = 36;  // every stratum twice, every shape

std::unique_ptr<Typesetter> NewTypesetter() {
  auto typesetter = Typesetter::Create();
  EXPECT_TRUE(typesetter) << typesetter.error().message;
  return std::move(*typesetter);
}

DrawnPicture Draw(Typesetter& typesetter, uint64_t seed, int index) {
  auto drawn = DrawPicture(typesetter, seed, index);
  EXPECT_TRUE(drawn) << drawn.error().message;
  return std::move(*drawn);
}

cv::Mat Decoded(const DrawnPicture& drawn) {
  cv::Mat grey(drawn.truth.height, drawn.truth.width, CV_8UC1);
  tjhandle decompressor = tjInitDecompress();
  EXPECT_EQ(0, tjDecompress2(decompressor, drawn.jpeg.data(), drawn.jpeg.size(), grey.data, grey.cols, 0, grey.rows,
                             TJPF_GRAY, 0));
  tjDestroy(decompressor);
  return grey;
}

std::vector<std::string> CodesIn(const cv::Mat& grey) {
  const ZXing::ImageView view(grey.data, grey.cols, grey.rows, ZXing::ImageFormat::Lum, static_cast<int>(grey.step[0]));
  std::vector<std::string> texts;
  for (const auto& barcode : ZXing::ReadBarcodes(view)) texts.push_back(barcode.text());
  return texts;
}

TEST(DrawnPicture, IsTheSameByteForByteForTheSameSeed) {
  const auto first = NewTypesetter();
  const auto second = NewTypesetter();
  Draw(*second, 3, 8);  // what was drawn before must not matter
  for (const int index : {0, 6, 9, 16}) {
    EXPECT_EQ(Draw(*first, 3, index).jpeg, Draw(*second, 3, index).jpeg) << index;
  }
}

TEST(DrawnPicture, ChangesWithTheSeed) {
  const auto typesetter = NewTypesetter();
  EXPECT_NE(Draw(*typesetter, 3, 0).jpeg, Draw(*typesetter, 4, 0).jpeg);
}

TEST(DrawnPicture, HasItsTruthWithinItsEdges) {
  const auto typesetter = NewTypesetter();
  for (int index = 0; index < kPictures; ++index) {
    const PictureTruth truth = Draw(*typesetter, 5, index).truth;
    std::vector<Quad> quads;
    for (const CodeTruth& code : truth.codes) quads.push_back(code.corners);
    for (const LineTruth& line : truth.lines) quads.push_back(line.corners);
    for (const Quad& quad : quads) {
      for (const Point& corner : quad) {
        EXPECT_TRUE(corner.x >= 0 && corner.x <= truth.width && corner.y >= 0 && corner.y <= truth.height)
            << truth.picture;
      }
    }
    EXPECT_TRUE(truth.codes.size() >= 1 && truth.codes.size() <= 3) << truth.picture;
    EXPECT_GE(truth.lines.size(), 4u) << truth.picture;
  }
}

TEST(DrawnPicture, HasLettersOf14To40PixelsAsFarAsPerspectiveLets) {
  const auto typesetter = NewTypesetter();
  for (int index = 0; index < kPictures; ++index) {
    const PictureTruth truth = Draw(*typesetter, 5, index).truth;
    for (const LineTruth& line : truth.lines) {
      EXPECT_GE(line.letter_px, 14 * 0.88) << truth.picture << " " << line.text;
      EXPECT_LE(line.letter_px, 40 * 1.12) << truth.picture << " " << line.text;
    }
  }
}

TEST(DrawnPicture, PrintsEveryCodeReadably) {
  const auto typesetter = NewTypesetter();
  for (int index = 0; index < kPictures; ++index) {
    const DrawnPicture drawn = Draw(*typesetter, 5, index);
    cv::Mat grey;
    cv::cvtColor(drawn.label, grey, cv::COLOR_BGRA2GRAY);
    const auto texts = CodesIn(grey);
    for (const CodeTruth& code : drawn.truth.codes) {
      if (code.format == "MaxiCode") continue;  // read only where nothing else is in the picture: see symbol_test
      EXPECT_THAT(texts, Contains(code.text)) << drawn.truth.picture << " " << code.format;
    }
  }
}

TEST(DrawnPicture, SaysWhereTheCameraSeesEachCode) {
  const auto typesetter = NewTypesetter();
  const DrawnPicture drawn = Draw(*typesetter, 5, 0);
  const cv::Mat grey = Decoded(drawn);
  for (const CodeTruth& code : drawn.truth.codes) {
    std::vector<cv::Point2f> corners;
    for (const Point& corner : code.corners)
      corners.emplace_back(static_cast<float>(corner.x), static_cast<float>(corner.y));
    const double width = cv::norm(corners[1] - corners[0]);
    const double height = cv::norm(corners[3] - corners[0]);
    const auto margin = static_cast<float>(0.15 * width);
    const auto right = margin + static_cast<float>(width);
    const auto bottom = margin + static_cast<float>(height);
    const std::vector<cv::Point2f> upright{{margin, margin}, {right, margin}, {right, bottom}, {margin, bottom}};
    cv::Mat cut;
    cv::warpPerspective(grey, cut, cv::getPerspectiveTransform(corners, upright),
                        cv::Size(static_cast<int>(right + margin), static_cast<int>(bottom + margin)));
    EXPECT_THAT(CodesIn(cut), Contains(code.text)) << code.format;
  }
}

TEST(Shift, HasEveryStratumEquallyOftenAndEveryShapeInEach) {
  std::map<std::string, int> strata;
  std::set<std::pair<std::string, Shape>> shapes;
  for (int index = 0; index < kStrata * 11; ++index) {
    ++strata[Name(StratumOf(index))];
    shapes.insert({Name(StratumOf(index)), ShapeOf(index)});
  }
  EXPECT_EQ(strata.size(), 18u);
  for (const auto& [name, count] : strata) EXPECT_EQ(count, 11) << name;
  EXPECT_EQ(shapes.size(), 18u * 5);
}

}  // namespace
}  // namespace crossdock::hub

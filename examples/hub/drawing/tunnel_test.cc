#include "hub/drawing/tunnel.h"

#include <ZXing/ReadBarcode.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <opencv2/core.hpp>
#include <turbojpeg.h>

namespace crossdock::hub {
namespace {

using ::testing::Contains;

std::vector<std::string> CodesIn(const std::vector<unsigned char>& jpeg) {
  tjhandle decompressor = tjInitDecompress();
  int width = 0;
  int height = 0;
  int sampling = 0;
  int colours = 0;
  EXPECT_EQ(0, tjDecompressHeader3(decompressor, jpeg.data(), jpeg.size(), &width, &height, &sampling, &colours));
  cv::Mat grey(height, width, CV_8UC1);
  EXPECT_EQ(0, tjDecompress2(decompressor, jpeg.data(), jpeg.size(), grey.data, width, 0, height, TJPF_GRAY, 0));
  tjDestroy(decompressor);
  std::vector<std::string> texts;
  for (const auto& code : ZXing::ReadBarcodes(ZXing::ImageView(grey.data, width, height, ZXing::ImageFormat::Lum)))
    texts.push_back(code.text());
  return texts;
}

TEST(TunnelParcel, IsSeenByFourCamerasAndItsNeighbourByOne) {
  auto typesetter = Typesetter::Create();
  ASSERT_TRUE(typesetter) << typesetter.error().message;
  const auto parcel = DrawTunnelParcel(**typesetter, 1, 0);
  ASSERT_TRUE(parcel) << parcel.error().message;
  ASSERT_EQ(parcel->pictures.size(), kTunnelCameras.size());
  for (const TunnelPicture& picture : parcel->pictures) {
    const auto codes = CodesIn(picture.jpeg);
    EXPECT_EQ(picture.camera != "front", ::testing::Value(codes, Contains(parcel->tracking))) << picture.camera;
    EXPECT_EQ(picture.camera == "right", ::testing::Value(codes, Contains(parcel->neighbour))) << picture.camera;
  }
}

TEST(TunnelParcel, IsTheSameByteForByteForTheSameSeed) {
  auto first = Typesetter::Create();
  auto second = Typesetter::Create();
  ASSERT_TRUE(first && second);
  (void)DrawTunnelParcel(**second, 1, 3);
  EXPECT_EQ(DrawTunnelParcel(**first, 1, 1)->pictures[2].jpeg, DrawTunnelParcel(**second, 1, 1)->pictures[2].jpeg);
  EXPECT_NE(DrawTunnelParcel(**first, 2, 1)->tracking, DrawTunnelParcel(**first, 1, 1)->tracking);
}

}  // namespace
}  // namespace crossdock::hub

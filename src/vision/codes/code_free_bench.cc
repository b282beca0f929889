#include "vision/codes/code_free_bench.h"

#include <algorithm>
#include <random>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "vision/codes/samples_bench.h"
#include "vision/mat.h"

namespace crossdock::vision::codes {
namespace {

using Random = std::mt19937;

int Between(Random& random, int least, int most) {
  return least + static_cast<int>(random() % static_cast<unsigned>(most - least + 1));
}

Image Copied(const cv::Mat& pixels) {
  Image image(pixels.cols, pixels.rows, pixels.channels());
  cv::Mat target = MatOf(image);
  pixels.copyTo(target);
  return image;
}

cv::Mat Crop(Random& random, const Image& picture) {
  const cv::Mat all = MatOf(picture);
  const int width = Between(random, std::min(48, all.cols), std::min(640, all.cols));
  const int height = Between(random, std::min(48, all.rows), std::min(480, all.rows));
  const cv::Rect box(Between(random, 0, all.cols - width), Between(random, 0, all.rows - height), width, height);
  const double scale = Between(random, 6, 20) / 10.0;
  cv::Mat crop;
  cv::resize(all(box), crop, {}, scale, scale, scale < 1 ? cv::INTER_AREA : cv::INTER_CUBIC);
  return crop;
}

cv::Mat Noise(Random& random) {
  cv::Mat noise(Between(random, 40, 480), Between(random, 40, 640), CV_8U);
  cv::theRNG().state = random();
  cv::randu(noise, 0, 256);
  if (const int blur = Between(random, 0, 5); blur > 0) {
    cv::GaussianBlur(noise, noise, {}, blur * 0.7, random() % 2 ? blur * 0.7 : blur * 6.0);
    cv::normalize(noise, noise, 0, 255, cv::NORM_MINMAX);
  }
  return noise;
}

/// Bars one to four modules wide, at some angle, with blur and noise: what a code looks like to everything but its decoder.
cv::Mat Bars(Random& random) {
  const int module = Between(random, 2, 5);
  cv::Mat bars(Between(random, 80, 300), Between(random, 60, 140) * module, CV_8U, cv::Scalar(230));
  for (int x = 12 * module; x < bars.cols - 12 * module;) {
    const int bar = Between(random, 1, 4) * module;
    bars(cv::Rect(x, 10, std::min(bar, bars.cols - x), bars.rows - 20)).setTo(40);
    x += bar + Between(random, 1, 4) * module;
  }
  const cv::Point2f middle(static_cast<float>(bars.cols) / 2, static_cast<float>(bars.rows) / 2);
  cv::warpAffine(bars, bars, cv::getRotationMatrix2D(middle, Between(random, -15, 15), 1), bars.size(),
                 cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  cv::GaussianBlur(bars, bars, {}, 0.3 + 0.2 * module * Between(random, 1, 4));
  return bars;
}

}  // namespace

void ForCodeFree(const std::filesystem::path& parcels, const std::filesystem::path& text, int count, unsigned seed,
                 const std::function<void(const std::string& what, const Image& picture)>& look) {
  Random random(seed);
  std::vector<Image> pictures;
  std::vector<std::string> names;
  for (const auto& folder : {parcels, text}) {
    for (const Sample& sample : ListSamples(folder)) {
      Image picture = LoadPicture(sample.picture);
      if (picture.width() < 16 || picture.height() < 16) continue;
      pictures.push_back(std::move(picture));
      names.push_back("crop of " + sample.name);
    }
  }
  for (int i = 0; i < count; ++i) {
    const int kind = Between(random, 0, 9);
    if (kind < 7 && !pictures.empty()) {
      const auto which = static_cast<size_t>(random() % pictures.size());
      look(names[which], Copied(Crop(random, pictures[which])));
    } else if (kind < 9) {
      look("noise", Copied(Noise(random)));
    } else {
      look("bars", Copied(Bars(random)));
    }
  }
}

}  // namespace crossdock::vision::codes

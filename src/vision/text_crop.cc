#include "vision/text_crop.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "vision/mat.h"
#include "vision/planes.h"
#include "vision/text_boxes.h"

namespace crossdock::vision {
namespace {
constexpr int kMaxCropWidth = 1 << 15;
constexpr int kMostMultiple = 16;
constexpr int kCutReach = 3 * kLineHeight;  // a gap between words is likely within so many columns
constexpr float kSureUpsideDown = 0.9f;
constexpr int kMostSqueeze =
    2;  // of a line for the direction net; squeezed further, it calls upright lines upside down
// (x / 255 - 0.5) / 0.5
constexpr Normalization kLine{
    .mean = {127.5f, 127.5f, 127.5f}, .scale = {1 / 127.5f, 1 / 127.5f, 1 / 127.5f}, .bgr = true, .pad = 127.5f};

void FillPlanes(const cv::Mat& line, int width, std::span<float> out) {
  const auto plane = static_cast<size_t>(width) * kLineHeight;
  std::fill_n(out.begin(), 3 * plane, 0.0f);
  WritePlanes(line, kLine, {out.data(), static_cast<size_t>(width), plane});
}

/// What the quad encloses, as an upright picture of `size`.
void LayFlat(const Image& picture, const Quad& quad, cv::Size size, cv::Mat& flat) {
  cv::Point2f from[4];
  for (size_t i = 0; i < 4; ++i)
    from[i] = {quad.corners[i].x - 0.5f, quad.corners[i].y - 0.5f};  // OpenCV counts from pixel centres
  const auto right = static_cast<float>(size.width) - 0.5f;
  const auto bottom = static_cast<float>(size.height) - 0.5f;
  const cv::Point2f to[4] = {{-0.5f, -0.5f}, {right, -0.5f}, {right, bottom}, {-0.5f, bottom}};
  const cv::Mat transform = cv::getPerspectiveTransform(from, to);
  cv::warpPerspective(MatOf(picture), flat, transform, size, cv::INTER_CUBIC, cv::BORDER_REPLICATE);
}

/// How much happens in each column: the sum of differences down it, over its neighbours too, so that the middle of a gap wins.
std::vector<int> ColumnActivity(const Image& line) {
  const Image grey = ToGrey(line);
  const auto width = static_cast<size_t>(grey.width());
  std::vector<int> columns(width, 0);
  for (int y = 1; y < grey.height(); ++y) {
    for (size_t x = 0; x < width; ++x) columns[x] += std::abs(grey.row(y)[x] - grey.row(y - 1)[x]);
  }
  std::vector<int> activity(width, 0);
  for (size_t x = 0; x < width; ++x) {
    for (size_t i = x > 2 ? x - 2 : 0; i < std::min(width, x + 3); ++i) activity[x] += columns[i];
  }
  return activity;
}
}  // namespace

Image CropLine(const Image& picture, const Quad& quad, Edges edges) {
  const float length = LengthOf(quad);
  const float height = HeightOf(quad);
  if (!(length >= 1) || !(height >= 1) || picture.empty()) return {};
  const int width = std::clamp(static_cast<int>(std::ceil(length * kLineHeight / height)), 1, kMaxCropWidth);
  // Letters much larger than the net's are first cut out at a whole multiple and then averaged, so that thin strokes survive.
  const int multiple = std::clamp(static_cast<int>(std::ceil(height / kLineHeight)), 1, kMostMultiple);
  const bool own_size = edges == Edges::kSoft && multiple <= 2;
  const cv::Size cut = own_size ? cv::Size(std::clamp(static_cast<int>(std::lround(length)), 1, kMaxCropWidth),
                                           static_cast<int>(std::lround(height)))
                                : cv::Size(width * multiple, kLineHeight * multiple);
  Image line(width, kLineHeight, picture.channels());
  cv::Mat target = MatOf(line);
  if (cut == target.size()) {
    LayFlat(picture, quad, cut, target);
  } else {
    cv::Mat flat;
    LayFlat(picture, quad, cut, flat);
    cv::resize(flat, target, target.size(), 0, 0, own_size ? cv::INTER_LINEAR : cv::INTER_AREA);
  }
  return line;
}

Image Turned(const Image& line) {
  Image turned(line.width(), line.height(), line.channels());
  cv::Mat target = MatOf(turned);
  cv::flip(MatOf(line), target, -1);
  return turned;
}

Image Stretched(const Image& line, float factor) {
  Image wide(std::max(1, static_cast<int>(std::lround(static_cast<float>(line.width()) * factor))), line.height(),
             line.channels());
  cv::Mat target = MatOf(wide);
  cv::resize(MatOf(line), target, target.size(), 0, 0, cv::INTER_CUBIC);
  return wide;
}

int ChooseWidth(int line_width, std::span<const int> widths) {
  int best = 0;
  int widest = 0;
  for (const int width : widths) {
    widest = std::max(widest, width);
    if (width >= line_width && (best == 0 || width < best)) best = width;
  }
  return best == 0 ? widest : best;
}

std::vector<Image> SplitLine(const Image& line, int max_width) {
  std::vector<Image> pieces;
  std::vector<int> activity;
  int start = 0;
  while (line.width() - start > max_width) {
    if (activity.empty()) activity = ColumnActivity(line);
    const int latest = start + max_width;
    int cut = latest;
    for (int x = latest; x > std::max(start, latest - kCutReach); --x) {
      if (activity[static_cast<size_t>(x)] < activity[static_cast<size_t>(cut)]) cut = x;
    }
    pieces.push_back(line.Part(start, 0, cut - start, line.height()));
    start = cut;
  }
  pieces.push_back(line.Part(start, 0, line.width() - start, line.height()));
  return pieces;
}

void FillLine(const Image& line, int width, std::span<float> out) {
  cv::Mat pixels = MatOf(line);
  if (line.width() > width) cv::resize(pixels, pixels, cv::Size(width, kLineHeight));
  FillPlanes(pixels, width, out);
}

void FillDirection(const Image& line, std::span<float> out) {
  const int shown = std::min(line.width(), kDirectionWidth * kMostSqueeze);
  FillLine(line.Part(0, 0, shown, line.height()), kDirectionWidth, out);
}

bool IsUpsideDown(std::span<const float> answer) { return answer.size() >= 2 && answer[1] >= kSureUpsideDown; }

}  // namespace crossdock::vision

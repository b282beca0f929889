#include "vision/line_ink.h"

#include <algorithm>

#include <opencv2/imgproc.hpp>

#include "vision/mat.h"

namespace crossdock::vision {
namespace {
constexpr float kLeastHeight = 0.2f;  // of the line's: smaller are dots and dirt
constexpr float kMostHeight = 0.95f;  // an edge of the label, or letters grown together with one
constexpr float kMostWidth = 1.6f;    // of its own height: W is the widest letter
constexpr int kReach = 4;             // pixels: a net says where a letter is to a step of eight

float MiddleOf(const cv::Mat& ink, const cv::Rect& place) {
  const cv::Rect middle(place.x + place.width / 3, place.y + place.height / 3, std::max(1, place.width / 3),
                        std::max(1, place.height / 3));
  return static_cast<float>(cv::mean(ink(middle))[0] / 255);
}

/// How far a column is from a piece; 0 within.
float Outside(const Ink& piece, float x) {
  return std::max({static_cast<float>(piece.left) - x, x - static_cast<float>(piece.right), 0.0f});
}
}  // namespace

LineInk::LineInk(const Image& line) {
  if (line.empty()) return;
  cv::Mat ink;
  cv::threshold(MatOf(ToGrey(line)), ink, 0, 255, cv::THRESH_BINARY | cv::THRESH_OTSU);
  if (cv::countNonZero(ink) * 2 > ink.rows * ink.cols) cv::bitwise_not(ink, ink);  // there is more ground than ink
  cv::Mat labels, stats, centres;
  const int count = cv::connectedComponentsWithStats(ink, labels, stats, centres, 8);
  for (int i = 1; i < count; ++i) {
    const cv::Rect place(stats.at<int>(i, cv::CC_STAT_LEFT), stats.at<int>(i, cv::CC_STAT_TOP),
                         stats.at<int>(i, cv::CC_STAT_WIDTH), stats.at<int>(i, cv::CC_STAT_HEIGHT));
    const auto rows = static_cast<float>(line.height());
    const auto height = static_cast<float>(place.height);
    if (height < kLeastHeight * rows || height > kMostHeight * rows) continue;
    if (static_cast<float>(place.width) > kMostWidth * height) continue;
    pieces_.push_back({place.x, place.y, place.x + place.width, place.y + place.height, MiddleOf(ink, place)});
  }
  std::sort(pieces_.begin(), pieces_.end(), [](const Ink& a, const Ink& b) { return a.left < b.left; });
}

std::optional<Ink> LineInk::At(float x) const {
  const Ink* best = nullptr;
  float least = kReach;
  for (const Ink& piece : pieces_) {
    const float outside = Outside(piece, x);
    if (outside > least || (best != nullptr && outside == least && piece.height() <= best->height())) continue;
    best = &piece;
    least = outside;
  }
  if (best == nullptr) return std::nullopt;
  return *best;
}

int LineInk::CountUnread(std::span<const Covered> letters) const {
  return static_cast<int>(std::count_if(pieces_.begin(), pieces_.end(), [&](const Ink& piece) {
    return std::none_of(letters.begin(), letters.end(),
                        [&](const Covered& letter) { return Outside(piece, letter.x) <= letter.reach; });
  }));
}

}  // namespace crossdock::vision

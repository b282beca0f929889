#include "vision/letterbox.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "vision/mat.h"
#include "vision/planes.h"

namespace crossdock::vision {

Point Letterbox::ToPicture(Point p) const {
  return {static_cast<float>((double{p.x} - left) / scale_x()), static_cast<float>((double{p.y} - top) / scale_y())};
}

Point Letterbox::ToBucket(Point p) const {
  return {static_cast<float>(p.x * scale_x() + left), static_cast<float>(p.y * scale_y() + top)};
}

Point Letterbox::Clamped(Point p) const {
  return {std::clamp(p.x, 0.0f, static_cast<float>(picture.width)),
          std::clamp(p.y, 0.0f, static_cast<float>(picture.height))};
}

Letterbox Fit(Size picture, Size bucket, Placement placement, bool enlarge) {
  assert(picture.width > 0 && picture.height > 0 && bucket.width > 0 && bucket.height > 0);
  double scale =
      std::min(static_cast<double>(bucket.width) / picture.width, static_cast<double>(bucket.height) / picture.height);
  if (!enlarge) scale = std::min(scale, 1.0);
  Letterbox box;
  box.picture = picture;
  box.bucket = bucket;
  box.inner.width = std::clamp(static_cast<int>(std::lround(picture.width * scale)), 1, bucket.width);
  box.inner.height = std::clamp(static_cast<int>(std::lround(picture.height * scale)), 1, bucket.height);
  if (placement == Placement::kCentred) {
    box.left = (bucket.width - box.inner.width) / 2;
    box.top = (bucket.height - box.inner.height) / 2;
  }
  return box;
}

size_t ChooseBucket(Size wanted, std::span<const Size> buckets) {
  assert(!buckets.empty());
  const auto shrink = [&](Size bucket) {
    return std::min(
        {1.0, static_cast<double>(bucket.width) / wanted.width, static_cast<double>(bucket.height) / wanted.height});
  };
  const auto area = [](Size size) { return static_cast<int64_t>(size.width) * size.height; };
  size_t best = 0;
  for (size_t i = 1; i < buckets.size(); ++i) {
    const double ours = shrink(buckets[i]);
    const double theirs = shrink(buckets[best]);
    if (ours > theirs || (ours == theirs && area(buckets[i]) < area(buckets[best]))) best = i;
  }
  return best;
}

void FillTensor(const Image& image, const Letterbox& box, const Normalization& normalization, Resample resample,
                std::span<float> out) {
  const auto plane = static_cast<size_t>(box.bucket.width) * static_cast<size_t>(box.bucket.height);
  assert(out.size() >= 3 * plane && image.width() == box.picture.width && image.height() == box.picture.height);
  for (size_t c = 0; c < 3; ++c) {
    const float pad = (normalization.pad - normalization.mean[c]) * normalization.scale[c];
    const bool covered = box.inner.width == box.bucket.width && box.inner.height == box.bucket.height;
    if (!covered) std::fill_n(out.data() + c * plane, plane, pad);
  }
  const cv::Mat source = MatOf(image);
  cv::Mat inner = source;
  if (box.inner.width != image.width() || box.inner.height != image.height()) {
    const bool halves = box.scale_x() <= 0.5 && box.scale_y() <= 0.5;
    const int method = resample == Resample::kAreaWhenSmaller && halves ? cv::INTER_AREA : cv::INTER_LINEAR;
    cv::resize(source, inner, cv::Size(box.inner.width, box.inner.height), 0, 0, method);
  }
  const size_t offset =
      static_cast<size_t>(box.top) * static_cast<size_t>(box.bucket.width) + static_cast<size_t>(box.left);
  WritePlanes(inner, normalization, {out.data() + offset, static_cast<size_t>(box.bucket.width), plane});
}

}  // namespace crossdock::vision

#include "vision/codes/gradient_map.h"

#include <algorithm>
#include <cmath>

namespace crossdock::vision::codes {
namespace {

constexpr int kCellsAlong = 80;      // the longer side of the picture, about
constexpr int kSmallestCell = 5;     // pixels
constexpr int kSamplesAlong = 1600;  // beyond that many pixels every second one is enough

GradientMap::Cell MapCell(const PixelView& grey, int x0, int y0, int side, int step) {
  int64_t xx = 0;
  int64_t yy = 0;
  int64_t xy = 0;
  int count = 0;
  const int x1 = std::min(x0 + side, grey.width - 1);
  const int y1 = std::min(y0 + side, grey.height - 1);
  for (int y = y0; y < y1; y += step) {
    const uint8_t* row = grey.data + static_cast<ptrdiff_t>(y) * grey.stride_bytes;
    const uint8_t* below = row + grey.stride_bytes;
    int row_xx = 0;
    int row_yy = 0;
    int row_xy = 0;
    for (int x = x0; x < x1; x += step) {
      const int gx = row[x + 1] - row[x];
      const int gy = below[x] - row[x];
      row_xx += gx * gx;
      row_yy += gy * gy;
      row_xy += gx * gy;
      ++count;
    }
    xx += row_xx;
    yy += row_yy;
    xy += row_xy;
  }
  if (count == 0) return {};
  const float scale = 1.0f / static_cast<float>(count);
  return {static_cast<float>(xx) * scale, static_cast<float>(yy) * scale, static_cast<float>(xy) * scale};
}

}  // namespace

float GradientMap::Cell::coherence() const {
  const float sum = xx + yy;
  return sum < 1e-6f ? 0 : std::hypot(xx - yy, 2 * xy) / sum;
}

float GradientMap::Cell::angle() const { return std::atan2(2 * xy, xx - yy) / 2; }

GradientMap GradientMap::Smoothed() const {
  GradientMap smooth = *this;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      Cell sum;
      int count = 0;
      for (int r = std::max(row - 1, 0); r <= std::min(row + 1, rows - 1); ++r) {
        for (int c = std::max(column - 1, 0); c <= std::min(column + 1, columns - 1); ++c, ++count) sum.Add(at(c, r));
      }
      const float scale = 1.0f / static_cast<float>(count);
      smooth.cells[static_cast<size_t>(row) * static_cast<size_t>(columns) + static_cast<size_t>(column)] = {
          sum.xx * scale, sum.yy * scale, sum.xy * scale};
    }
  }
  return smooth;
}

GradientMap MapGradients(const PixelView& grey) {
  GradientMap map;
  const int longer = std::max(grey.width, grey.height);
  map.cell_pixels = std::max(kSmallestCell, longer / kCellsAlong);
  map.columns = (grey.width + map.cell_pixels - 1) / map.cell_pixels;
  map.rows = (grey.height + map.cell_pixels - 1) / map.cell_pixels;
  const int step = 1 + longer / kSamplesAlong;
  map.cells.reserve(static_cast<size_t>(map.columns) * static_cast<size_t>(map.rows));
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      map.cells.push_back(MapCell(grey, column * map.cell_pixels, row * map.cell_pixels, map.cell_pixels, step));
    }
  }
  return map;
}

}  // namespace crossdock::vision::codes

#pragma once

#include <vector>

#include "vision/codes/scan.h"

namespace crossdock::vision::codes {

/// Structure tensor of the brightness, summed over square cells: per cell how much it varies, in which direction, and whether all of
/// it varies in one direction. Bars of a linear code vary in one direction only, modules of a matrix code in two at right angles.
///   gx = I(x+1, y) - I(x, y), gy = I(x, y+1) - I(x, y);  xx = mean gx^2, yy = mean gy^2, xy = mean gx gy
///   coherence = sqrt((xx - yy)^2 + 4 xy^2) / (xx + yy), 0 (none or two directions) to 1 (one direction)
///   angle     = atan2(2 xy, xx - yy) / 2, the direction across the bars
struct GradientMap {
  struct Cell {
    float xx = 0, yy = 0, xy = 0;
    float energy() const { return xx + yy; }
    float coherence() const;
    float angle() const;
    void Add(const Cell& other) {
      xx += other.xx;
      yy += other.yy;
      xy += other.xy;
    }
  };

  int columns = 0;
  int rows = 0;
  int cell_pixels = 0;      ///< side of a cell in pixels of the picture
  std::vector<Cell> cells;  ///< row by row

  const Cell& at(int column, int row) const {
    return cells[static_cast<size_t>(row) * static_cast<size_t>(columns) + static_cast<size_t>(column)];
  }

  /// The mean of each cell and its eight neighbours, which evens out wide bars that fill a cell.
  GradientMap Smoothed() const;
};

/// Of a grey picture. Large pictures are sampled on every second or third row and column, so the cost stays at a few milliseconds.
GradientMap MapGradients(const PixelView& grey);

}  // namespace crossdock::vision::codes

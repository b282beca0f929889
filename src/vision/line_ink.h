#pragma once

#include <optional>
#include <span>
#include <vector>

#include "vision/image.h"

namespace crossdock::vision {

/// One connected piece of ink, in pixels of its line; right and bottom are exclusive.
struct Ink {
  int left = 0;
  int top = 0;
  int right = 0;
  int bottom = 0;
  float middle = 0;  // share of ink in the middle ninth: a zero with a dot or a stroke has some, an O has none

  int width() const { return right - left; }
  int height() const { return bottom - top; }
};

/// The pieces of ink of a line of text. Light on dark is as good as dark on light; where letters run together, or the light is so uneven
/// that ink and ground can't be told apart, pieces are too large for a letter and left out.
class LineInk {
 public:
  /// `line`: upright, as the recognizer read it.
  explicit LineInk(const Image& line);

  /// The piece that stands in this column, if it could be a letter.
  std::optional<Ink> At(float x) const;

  /// A letter that was read here, and how far to each side it may reach beyond its ink's piece in the middle.
  struct Covered {
    float x = 0;
    float reach = 0;
  };
  /// Pieces that no letter covers: letters that were left out, or drops and scratches as large as one.
  int CountUnread(std::span<const Covered> letters) const;

 private:
  std::vector<Ink> pieces_;  // from the left
};

}  // namespace crossdock::vision

#pragma once

#include <span>
#include <vector>

#include "vision/letterbox.h"

namespace crossdock::vision {

/// Height of the recognizer's and the direction net's input.
inline constexpr int kLineHeight = 48;
/// Width of the direction net's input.
inline constexpr int kDirectionWidth = 192;

enum class Edges {
  kSoft,  // cut out in the picture's own resolution, then resized bilinearly, as the recognizer was trained: least disturbed by noise
  kSharp,  // cut out by cubic interpolation in the line's resolution: keeps more of the spaces
};

/// Cuts a line out of a picture and lays it flat: kLineHeight pixels tall, as wide as its aspect says, first letter left.
/// Pixels outside the picture repeat its edge. A quad without area gives an empty image.
Image CropLine(const Image& picture, const Quad& quad, Edges edges = Edges::kSoft);

/// The line made wider by `factor`: letters that stand close fall into more of the recognizer's steps.
Image Stretched(const Image& line, float factor);

/// The line upside down.
Image Turned(const Image& line);

/// The smallest width that holds the line; the largest if none does (then split it).
int ChooseWidth(int line_width, std::span<const int> widths);

/// Cuts a line that is longer than `max_width` into pieces that are not, each cut through the emptiest column near its place, so that no
/// letter is halved. Their texts, one behind the other, are the line's. Shares the pixels.
std::vector<Image> SplitLine(const Image& line, int max_width);

/// Writes a line as a [3, kLineHeight, width] tensor for the recognizer: B, G, R in -1..1, the rest of the width 0. `out` may be a
/// row of a batch; the line is not wider than `width`.
void FillLine(const Image& line, int width, std::span<float> out);

/// The same for the direction net: [3, kLineHeight, kDirectionWidth]; of a long line its beginning.
void FillDirection(const Image& line, std::span<float> out);

/// Whether the direction net's answer for one line, {upright, upside down}, says that the line must be turned.
bool IsUpsideDown(std::span<const float> answer);

}  // namespace crossdock::vision

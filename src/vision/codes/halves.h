#pragma once

#include <vector>

#include "vision/codes/reader.h"

namespace crossdock::vision {

/// The plain read in two halves by symbology that cost about the same, so that two threads can share a picture. White on black is left
/// out: it is rare and costs as much again, so the rescue begins with it.
inline constexpr int kReadHalves = 2;

/// One half, 0 or 1. `options.formats` and `options.invert` are the half's own. Thread-safe.
/// errors   as ReadCodes
Result<std::vector<Code>> ReadHalf(const Image& image, int half, ReadOptions options);

/// What both halves gave, in whichever order they ended, as one answer: the halves may have read two texts at one place.
std::vector<Code> JoinHalves(std::vector<Code> first, std::vector<Code> second);

/// Both halves on this thread.
Result<std::vector<Code>> ReadInHalves(const Image& image, const ReadOptions& options);

}  // namespace crossdock::vision

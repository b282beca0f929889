#pragma once

#include <span>

#include "vision/line_ink.h"
#include "vision/look_alikes.h"

namespace crossdock::vision {

/// Settles letters whose two cases differ in nothing but size (c, o, s, u, v, w, x, z) by how tall they stand beside the other letters of
/// their line, and O against zero by their shape: no zero is as wide as it is tall, and where the line's other zeros carry a dot or a
/// stroke, one without is an O. A recognizer looks at letters one by one, scaled alike, and is sure where it should not be.
/// `letters` by place from the left; those whose ink is not found, or that stand beside nothing to compare with, stay.
void SettleSizes(std::span<Emission> letters, const LineInk& ink, const LookAlikes& alike);

}  // namespace crossdock::vision

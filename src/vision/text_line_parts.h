#pragma once

#include <vector>

#include "vision/text_boxes.h"

namespace crossdock::vision {

/// Joins boxes that are parts of one line: of one height, on one straight line, and so close that they overlap once grown. A wide space
/// between words can break a line in the detector's map; read apart, its parts would be two texts. The joined box has the lower score.
void JoinLineParts(std::vector<TextBox>& boxes);

}  // namespace crossdock::vision

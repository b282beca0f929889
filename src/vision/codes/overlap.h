#pragma once

#include "vision/image.h"

namespace crossdock::vision::codes {

/// Middle of the four corners.
Point Middle(const Quad& quad);

/// Whether the point lies in the quadrilateral (convex; either turning direction), or within `slack` pixels of its edges.
bool Covers(const Quad& quad, Point point, double slack = 0);

/// Whether two quadrilaterals speak of the same place: one covers the middle of the other, thin ones with some slack.
bool SamePlace(const Quad& one, const Quad& other);

}  // namespace crossdock::vision::codes

#pragma once

#include "vision/image.h"

namespace crossdock::vision::codec {

/// Lays R, G, B, alpha (not premultiplied) on a plain background. White, unless most of the picture is transparent and what is visible
/// is light, as white letters on nothing are: then black, so that they can be seen.
Image LayOnBackground(const Image& rgba);

}  // namespace crossdock::vision::codec

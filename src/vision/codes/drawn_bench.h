#pragma once

#include <functional>
#include <string>

#include "vision/image.h"

namespace crossdock::vision::codes {

/// Calls `look` with `count` drawn codes with random contents: the common symbologies in equal shares, modules of 1.2 to 4 pixels, at any
/// angle or within 8 degrees of upright, blurred by up to 0.8 modules, with contrast from 40 to 215 grey steps and noise of up to 12 % of
/// it. About a third cannot be read. `text` is what the library reads from the undisturbed drawing. The same seed gives the same pictures.
void ForDrawn(int count, unsigned seed, const std::function<void(const std::string& text, const Image& picture)>& look);

}  // namespace crossdock::vision::codes

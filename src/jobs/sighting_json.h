#pragma once

#include <string>
#include <string_view>

#include "fusion/verdict.h"

namespace crossdock::jobs {

/// What a picture's sender said of its parcel, as the journal keeps it, without its arrival. Nothing said: an empty text.
std::string ToJson(const fusion::Sighting& sighting);
/// What cannot be read was not said.
fusion::Sighting ParseSighting(std::string_view json);

}  // namespace crossdock::jobs

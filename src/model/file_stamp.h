#pragma once

#include <string>

#include "model/repository.h"

namespace crossdock::model {

/// What tells whether a version is still the one that was loaded: its configuration, and the names, sizes, times and disk numbers of its
/// files. Those are all in `name/<n>/`, or what begins with `name.` beside a bare `name.onnx`; and its contract. Empty if the model's
/// file is not there.
std::string FileStamp(const FoundVersion& found);

}  // namespace crossdock::model

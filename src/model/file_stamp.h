#pragma once

#include <string>

#include "model/repository.h"

namespace crossdock::model {

/// What tells whether a version's files are still those that were loaded: names, sizes and times of the model file, of the files beside
/// it that begin with its name (weights of their own, a manifest), and of its model.yaml. Empty if the model file is not there.
std::string FileStamp(const FoundVersion& found);

}  // namespace crossdock::model

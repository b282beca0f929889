#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"

namespace crossdock::load {

/// Sending times in seconds: the first column of each line, up to a comma or blank, so that a file of `crossdock load --csv` can be
/// replayed. A first line that is no number is taken for a heading; empty lines and lines that begin with # are passed over.
/// errors  kNotFound: the file; kInvalidArgument: a line that is no number or earlier than the one before, or no line at all
Result<std::vector<double>> ReadReplayFile(const std::filesystem::path& file);

}  // namespace crossdock::load

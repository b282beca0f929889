#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "base/result.h"
#include "model/hot/aligned_bytes.h"

namespace crossdock::model {

/// errors  kNotFound: not there or not readable; kResourceExhausted: larger than memory
Result<AlignedBytes> ReadWholeFile(const std::filesystem::path& file);

/// Makes `file` of these pieces, whole and on the disk, or not at all: a temporary name, fsync, rename, fsync of the folder.
/// errors  kUnavailable: with the system's words (a full disk, no right)
Status WriteWholeFile(const std::filesystem::path& file, std::span<const std::span<const std::byte>> pieces);

}  // namespace crossdock::model

#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace crossdock::model {

/// The files beside an ONNX file that it names as holders of its weights: every "location" of external data in its bytes that is a file
/// there. Looks for the entry's bytes instead of parsing the graph: a name too many costs a little hashing, none is missed.
std::vector<std::filesystem::path> ExternalDataOf(std::span<const std::byte> onnx, const std::filesystem::path& folder);

/// SHA-256, as hexadecimal digits, of a model's bytes and of all files that a load of it reads: external weights, the .bin of an .xml, and
/// `libraries` (operators, extensions).
/// errors  kNotFound, naming the file
Result<std::string> DigestOfModel(const std::filesystem::path& model, std::span<const std::filesystem::path> libraries);

}  // namespace crossdock::model

#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "base/result.h"

namespace crossdock::engine::conformance {

/// Cases that a runtime is known not to pass, each with what it says: one `case<TAB>error` a line, `#` for comments.
using SkipList = std::map<std::string, std::string>;

/// errors  kNotFound; kInvalidArgument: a line without an error
Result<SkipList> ReadSkipList(const std::filesystem::path& file);

/// One line of at most 160 bytes without the vendor's addresses, paths of its build machine and line breaks: what a list keeps.
std::string Shorten(const std::string& error);

}  // namespace crossdock::engine::conformance

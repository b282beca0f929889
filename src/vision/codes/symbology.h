#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace crossdock::vision {

/// The name of a symbology as Code::format writes it: "Code 128" for "code128".
/// errors  kInvalidArgument (formats): no symbology of that name
Result<std::string> SymbologyName(std::string_view name);

}  // namespace crossdock::vision

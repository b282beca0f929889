#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "net/http/message.h"

namespace crossdock::net::http {

/// The text with every %XX replaced; nothing if one of them is cut short or no number. '+' is a space in queries only.
std::optional<std::string> PercentDecode(std::string_view text, bool plus_is_space = false);

/// The text as one part of a path: all but letters, digits and "-._~" as %XX.
std::string PercentEncode(std::string_view text);

struct Target {
  std::string path;  // begins with '/', or is "*"; still percent-encoded, so that an encoded '/' does not cut a name
  NamedValues query;
};

/// A request target: "/path?query", or "http://host/path?query" as a proxy sends it.
/// errors  kInvalidArgument: anything else, a bad percent sign, a control character
Result<Target> ParseTarget(std::string_view target);

}  // namespace crossdock::net::http

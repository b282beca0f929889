#pragma once

#include <cstddef>
#include <string_view>

namespace crossdock::config {

/// The position of the first byte that is no well-formed UTF-8 (overlong forms and surrogates are not); text.size() if
/// none.
size_t FirstBadUtf8(std::string_view text);

/// The position of the first control character other than tab, line feed and carriage return, which YAML forbids; text.size() if none.
size_t FirstControl(std::string_view text);

}  // namespace crossdock::config

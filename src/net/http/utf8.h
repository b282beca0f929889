#pragma once

#include <string_view>

namespace crossdock::net::http {

/// Whether the bytes are well-formed UTF-8: no overlong forms, surrogates or values above U+10FFFF.
bool IsUtf8(std::string_view text);

}  // namespace crossdock::net::http

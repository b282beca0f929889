#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "net/http/multipart.h"

/// A line that is the Content-Type, then a form of any bytes: parts lie within the body, one behind the other.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const size_t line = text.find('\n');
  if (line == std::string_view::npos) return 0;
  const auto body = std::as_bytes(std::span(data, size)).subspan(line + 1);
  const auto parts =
      crossdock::net::http::ParseMultipartForm(text.substr(0, line), body, {.parts = 8, .header_bytes = 256});
  if (!parts) {
    if (parts.error().field.empty()) __builtin_trap();
    return 0;
  }
  if (parts->size() > 8) __builtin_trap();
  const std::byte* at = body.data();
  for (const auto& part : *parts) {
    if (part.name.empty()) __builtin_trap();
    if (part.data.empty()) continue;
    if (part.data.data() < at || part.data.data() + part.data.size() > body.data() + body.size()) __builtin_trap();
    at = part.data.data() + part.data.size();
  }
  return 0;
}

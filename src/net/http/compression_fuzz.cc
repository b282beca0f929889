#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "net/http/compression.h"
#include "net/http/content_coding.h"

/// A line that is an Accept-Encoding header, then a body in the coding that its first letter picks: what comes out keeps its limit.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace crossdock::net::http;
  constexpr size_t kMost = 1 << 16;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto line = text.substr(0, text.find('\n'));
  ParseContentEncoding(line);
  ChooseCoding(line);
  const auto coding = line.starts_with('d') ? ContentCoding::kDeflate : ContentCoding::kGzip;
  Inflater inflater(Body::Of(text.substr(std::min(text.size(), line.size() + 1))), coding, kMost, line.size(), nullptr);
  for (;;) {
    const auto whole = inflater.Step();
    if (!whole) {
      if (whole.error().field != "body") __builtin_trap();
      return 0;
    }
    if (*whole) break;
  }
  const Body body = inflater.Take();
  if (body.size() > kMost) __builtin_trap();
  Response response;
  response.body = std::string(body.text());
  Deflater deflater(response, coding);
  while (!deflater.Step()) {
  }
  const auto packed = deflater.Take();
  if (packed && packed->size() >= body.size()) __builtin_trap();
  return 0;
}

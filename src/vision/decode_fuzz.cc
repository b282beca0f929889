#include <cstddef>
#include <cstdint>
#include <span>

#include "vision/decode.h"

/// Any bytes, decoded every way: never a crash, and an error names the picture.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using crossdock::vision::Decode;
  using crossdock::vision::DecodeOptions;
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
  DecodeOptions options;
  options.limits = {.max_pixels = 1 << 20, .max_side = 4096};
  const auto full = Decode(bytes, options);
  if (!full && full.error().field != "picture") __builtin_trap();
  options.grey = true;
  options.cover_width = options.cover_height = 32;
  const auto small = Decode(bytes, options);
  if (full.has_value() && small.has_value() && small->full_width != full->full_width) __builtin_trap();
  return 0;
}

// A bug planted on purpose, three bytes deep: `tools/fuzz --self-test` fails unless the fuzzer finds it.
// The corpus holds harmless inputs only, so its replay passes.
#include <cstddef>
#include <cstdint>
#include <memory>

namespace {
volatile uint8_t last_read = 0;  // keeps the read
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 4) return 0;
  const std::unique_ptr<uint8_t[]> copy(new uint8_t[3]{data[0], data[1], data[2]});
  const bool planted = data[0] == 'b' && data[1] == 'u' && data[2] == 'g';
  last_read = copy[planted ? size : 0];  // past the end of three bytes
  return 0;
}

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "config/config.h"
#include "config/sample_test.h"

/// The YAML reader under any bytes: it must answer with a value or an error, and what it accepts must survive being
/// written.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using crossdock::config_sample::House;
  const auto house = crossdock::config::ParseYaml<House>({reinterpret_cast<const char*>(data), size}, "fuzz.yaml");
  if (!house) return 0;
  const auto text = crossdock::config::ToYaml(*house);
  const auto again = crossdock::config::ParseYaml<House>(text, "again.yaml");
  if (!again || crossdock::config::ToYaml(*again) != text) std::abort();
  return 0;
}

#include <memory>
#include <string_view>

#include <fmt/format.h>

#include "engine/engine.h"
#include "engine/fake/fake_session.h"
#include "engine/port_check.h"

namespace crossdock::engine::fake {
namespace {

/// Loads `*.fake` files; calls really take their time.
class FakeRuntime final : public Runtime {
 public:
  std::string_view name() const override { return "fake"; }
  std::string_view version() const override { return "1"; }
  std::vector<std::string> providers() const override { return {"CPU"}; }

  Result<std::unique_ptr<Session>> Load(const std::filesystem::path& model, const LoadOptions& options) override {
    for (const ProviderOption& provider : options.providers) {
      if (provider.name != "CPU")
        return InvalidArgument("providers", fmt::format("no provider '{}' here; there are: CPU", provider.name));
    }
    if (!options.hints.empty()) {
      return InvalidArgument(
          "hints", fmt::format("the fake runtime takes no hints, but '{}' was given", options.hints.begin()->first));
    }
    if (auto status = RefuseDeclaredPorts(options, name()); !status) return status.error();
    auto read = ReadFakeModel(model);
    if (!read) return read.error();
    if (options.streams > 0) read->slots = options.streams;
    return std::unique_ptr<Session>(std::make_unique<FakeSession>(*std::move(read), clock_));
  }

 private:
  RealClock clock_;
};

}  // namespace
}  // namespace crossdock::engine::fake

extern "C" __attribute__((visibility("default"))) crossdock::engine::PluginEntry crossdock_engine(
    uint32_t abi, const char* build_id) {
  using crossdock::engine::PluginEntry;
  if (abi != crossdock::engine::kPluginAbi || std::string_view(build_id) != CROSSDOCK_BUILD_ID) {
    return PluginEntry{nullptr, "built from other sources than the server"};
  }
  // Never destroyed: sessions may end after static objects do.
  static auto* const runtime = std::make_unique<crossdock::engine::fake::FakeRuntime>().release();
  return PluginEntry{runtime, nullptr};
}

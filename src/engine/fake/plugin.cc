#include <condition_variable>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/guarded.h"
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
    auto read = Read(model, options);
    if (!read) return read.error();
    Take(read->load);
    return MakeSession(*std::move(read));
  }

  bool CanKeep(const LoadOptions&) const override { return true; }
  Result<std::unique_ptr<Session>> LoadAndKeep(const std::filesystem::path& model, const LoadOptions& options,
                                               const std::filesystem::path& into) override {
    auto read = Read(model, options);
    if (!read) return read.error();
    if (read->keep == Keep::kNot) return Runtime::LoadAndKeep(model, options, into);
    std::error_code error;
    std::filesystem::copy_file(model, into, error);
    if (error) return Error{ErrorCode::kUnavailable, fmt::format("{}: {}", into.string(), error.message())};
    Take(read->load);
    return MakeSession(*std::move(read));
  }
  /// The kept form is the file's text.
  Result<std::unique_ptr<Session>> LoadKept(const KeptModel& kept, const LoadOptions& options) override {
    auto read = ParseFakeModel({reinterpret_cast<const char*>(kept.bytes.data()), kept.bytes.size()});
    if (!read) return read.error();
    if (read->keep == Keep::kRefused) return InvalidArgument("model", "the kept form is refused, as it was told to be");
    if (read->keep == Keep::kSlow) read->base += kSlowCall;
    if (read->keep == Keep::kWrong) {
      read->compute = Compute::kScale;
      read->factor = -3;
    }
    if (options.streams > 0) read->slots = options.streams;
    return MakeSession(*std::move(read));
  }

 private:
  static constexpr Nanos kSlowCall = std::chrono::milliseconds(20);

  Result<FakeModel> Read(const std::filesystem::path& model, const LoadOptions& options) const {
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
    if (read && options.streams > 0) read->slots = options.streams;
    return read;
  }
  std::unique_ptr<Session> MakeSession(FakeModel model) {
    return std::make_unique<FakeSession>(std::move(model), clock_);
  }
  /// Lets this much time pass.
  void Take(Nanos time) {
    const TimePoint until = clock_.Now() + time;
    Guarded<bool> waiting{false};
    std::condition_variable_any never;
    auto held = waiting.Lock();
    while (clock_.Now() < until) held.Wait(clock_, never, until, {});
  }

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

#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <torch/version.h>

#include "engine/engine.h"
#include "engine/libtorch/cpu_session.h"
#include "engine/libtorch/devices.h"
#include "engine/libtorch/program.h"
#include "engine/libtorch/setup.h"

namespace crossdock::engine::libtorch {
namespace {

/// Loads TorchScript files (.pt).
class TorchRuntime final : public Runtime {
 public:
  std::string_view name() const override { return "libtorch"; }
  std::string_view version() const override { return TORCH_VERSION; }
  std::vector<std::string> providers() const override {
    try {
      return AvailableDevices();
    } catch (const std::exception&) {  // a broken driver while asking for devices
      return {"CPU"};
    }
  }

  Result<std::unique_ptr<Session>> Load(const std::filesystem::path& model, const LoadOptions& options) override {
    std::error_code ec;
    if (!std::filesystem::is_regular_file(model, ec)) {
      return Error{ErrorCode::kNotFound, fmt::format("{} is not there or no file", model.string()), "model"};
    }
    const auto setup = SetupFor(options);
    if (!setup) return setup.error();
    auto program = Program::Load(model, options, *setup);
    if (!program) return program.error();
    if (setup->device.is_cuda()) return MakeCudaSession(*std::move(program));
    return std::unique_ptr<Session>(std::make_unique<CpuSession>(*std::move(program)));
  }
};

crossdock::engine::PluginEntry Open() noexcept {
  try {
    // Never destroyed: sessions may end after static objects do.
    static auto* const runtime = std::make_unique<TorchRuntime>().release();
    return {runtime, nullptr};
  } catch (const std::exception& e) {
    static const std::string text = e.what();
    return {nullptr, text.c_str()};
  }
}

}  // namespace
}  // namespace crossdock::engine::libtorch

extern "C" __attribute__((visibility("default"))) crossdock::engine::PluginEntry crossdock_engine(
    uint32_t abi, const char* build_id) {
  if (abi != crossdock::engine::kPluginAbi || std::string_view(build_id) != CROSSDOCK_BUILD_ID) {
    return {nullptr, "built from other sources than the server"};
  }
  return crossdock::engine::libtorch::Open();
}

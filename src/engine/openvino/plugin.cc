#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <openvino/core/version.hpp>
#include <openvino/runtime/core.hpp>

#include "engine/engine.h"
#include "engine/openvino/ov_session.h"
#include "engine/openvino/properties.h"

namespace crossdock::engine::openvino {
namespace {

/// Loads .onnx and .xml files.
class OvRuntime final : public Runtime {
 public:
  std::string_view name() const override { return "openvino"; }
  std::string_view version() const override { return version_; }
  std::vector<std::string> providers() const override {
    try {
      return AvailableDevices(core_);
    } catch (const std::exception&) {  // a broken driver while asking for devices
      return {};
    }
  }

  Result<std::unique_ptr<Session>> Load(const std::filesystem::path& model, const LoadOptions& options) override {
    std::error_code ec;
    if (!std::filesystem::is_regular_file(model, ec)) {
      return Error{ErrorCode::kNotFound, fmt::format("{} is not there or no file", model.string()), "model"};
    }
    return OvSession::Create(core_, model, options);
  }

  /// Of the devices only the processor was tried; operators of extensions have no form of their own in an exported model.
  bool CanKeep(const LoadOptions& options) const override {
    const bool on_cpu =
        options.providers.empty() || (options.providers.size() == 1 && options.providers[0].name == "CPU");
    return on_cpu && options.extensions.empty();
  }
  Result<std::unique_ptr<Session>> LoadAndKeep(const std::filesystem::path& model, const LoadOptions& options,
                                               const std::filesystem::path& into) override {
    return OvSession::CreateAndKeep(core_, model, options, into);
  }
  Result<std::unique_ptr<Session>> LoadKept(const KeptModel& kept, const LoadOptions& options) override {
    return OvSession::CreateKept(core_, kept, options);
  }

 private:
  const std::string version_ = ov::get_openvino_version().buildNumber;
  ov::Core core_;
};

crossdock::engine::PluginEntry Open() noexcept {
  try {
    // Never destroyed: sessions may end after static objects do.
    static auto* const runtime = std::make_unique<OvRuntime>().release();
    return {runtime, nullptr};
  } catch (const std::exception& e) {
    static const std::string text = e.what();
    return {nullptr, text.c_str()};
  }
}

}  // namespace
}  // namespace crossdock::engine::openvino

extern "C" __attribute__((visibility("default"))) crossdock::engine::PluginEntry crossdock_engine(
    uint32_t abi, const char* build_id) {
  if (abi != crossdock::engine::kPluginAbi || std::string_view(build_id) != CROSSDOCK_BUILD_ID) {
    return {nullptr, "built from other sources than the server"};
  }
  return crossdock::engine::openvino::Open();
}

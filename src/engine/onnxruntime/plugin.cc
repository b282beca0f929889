#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "engine/engine.h"
#include "engine/onnxruntime/environment.h"
#include "engine/onnxruntime/ort_session.h"
#include "engine/onnxruntime/providers.h"

namespace crossdock::engine::onnxruntime {
namespace {

class OrtRuntime final : public Runtime {
 public:
  std::string_view name() const override { return "onnxruntime"; }
  std::string_view version() const override { return version_; }
  std::vector<std::string> providers() const override { return AvailableProviders(); }

  Result<std::unique_ptr<Session>> Load(const std::filesystem::path& model, const LoadOptions& options) override {
    std::error_code ec;
    if (!std::filesystem::is_regular_file(model, ec)) {
      return Error{ErrorCode::kNotFound, fmt::format("{} is not there or no file", model.string()), "model"};
    }
    return OrtSession::Create(environment_, model, options);
  }

  /// Other providers compile at loading what their graphs do not hold, or forbid that they are saved.
  bool CanKeep(const LoadOptions& options) const override { return OnCpuAlone(options); }
  Result<std::unique_ptr<Session>> LoadAndKeep(const std::filesystem::path& model, const LoadOptions& options,
                                               const std::filesystem::path& into) override {
    return OrtSession::CreateAndKeep(environment_, model, options, into);
  }
  Result<std::unique_ptr<Session>> LoadKept(const KeptModel& kept, const LoadOptions& options) override {
    return OrtSession::CreateKept(environment_, kept, options);
  }

 private:
  const std::string version_ = Ort::GetVersionString();
  Environment environment_;
};

crossdock::engine::PluginEntry Open() noexcept {
  try {
    // Never destroyed: sessions may end after static objects do.
    static auto* const runtime = std::make_unique<OrtRuntime>().release();
    return {runtime, nullptr};
  } catch (const std::exception& e) {
    static const std::string text = e.what();
    return {nullptr, text.c_str()};
  }
}

}  // namespace
}  // namespace crossdock::engine::onnxruntime

extern "C" __attribute__((visibility("default"))) crossdock::engine::PluginEntry crossdock_engine(
    uint32_t abi, const char* build_id) {
  if (abi != crossdock::engine::kPluginAbi || std::string_view(build_id) != CROSSDOCK_BUILD_ID) {
    return {nullptr, "built from other sources than the server"};
  }
  return crossdock::engine::onnxruntime::Open();
}

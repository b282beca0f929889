#include "engine/onnxruntime/environment.h"

#include <cstdlib>

#include "base/log.h"

namespace crossdock::engine::onnxruntime {
namespace {

constexpr int kSameAsRequested = 1;
constexpr int kVendorDefault = -1;

void ORT_API_CALL ToOurLog(void*, OrtLoggingLevel severity, const char*, const char* logger, const char* location,
                           const char* message) {
  const auto level = severity >= ORT_LOGGING_LEVEL_ERROR ? log::Level::kError : log::Level::kWarn;
  log::Write(level, "onnxruntime", {{"message", message}, {"logger", logger}, {"at", location}});
}

Ort::Env MakeEnv() {
  // The library sends usage data and writes to the user's cache folder unless told otherwise before its environment exists. The
  // server says so first thing in main; tools and tests that did not are covered here.
  constexpr const char* kSwitch = "ORT_DISABLE_TELEMETRY";
  if (std::getenv(kSwitch) == nullptr) setenv(kSwitch, "1", 0);
  Ort::Env env(ORT_LOGGING_LEVEL_WARNING, "crossdock", ToOurLog, nullptr);
  env.DisableTelemetryEvents();
  return env;
}

void ReplaceArena(Ort::Env& env, int64_t arena_bytes) {
  const auto memory = Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault);
  // Sessions that use the former arena keep it alive. The very first time there is none, which is all that the status could say.
  Ort::Status(Ort::GetApi().UnregisterAllocator(env, memory));
  const Ort::ArenaCfg config(static_cast<size_t>(arena_bytes), kSameAsRequested, kVendorDefault, kVendorDefault);
  env.CreateAndRegisterAllocator(memory, config);
}

}  // namespace

Environment::Environment() : env_(MakeEnv()) {}

Ort::Session Environment::Load(const char* file, const Ort::SessionOptions& options, int64_t arena_bytes) {
  auto env = env_.Lock();
  ReplaceArena(*env, arena_bytes);
  return Ort::Session(*env, file, options);
}

Ort::Session Environment::Load(std::span<const std::byte> model, const Ort::SessionOptions& options,
                               int64_t arena_bytes) {
  auto env = env_.Lock();
  ReplaceArena(*env, arena_bytes);
  return Ort::Session(*env, model.data(), model.size(), options);
}

}  // namespace crossdock::engine::onnxruntime

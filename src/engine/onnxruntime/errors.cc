#include "engine/onnxruntime/errors.h"

#include <string_view>

#include <fmt/format.h>

namespace crossdock::engine::onnxruntime {
namespace {

/// ONNX Runtime has no code of its own for this; these are the words of its arena, its allocators and the standard library.
bool IsOutOfMemory(std::string_view text) {
  for (const std::string_view words :
       {"smaller than requested bytes", "Failed to allocate memory", "bad_alloc", "out of memory"}) {
    if (text.find(words) != std::string_view::npos) return true;
  }
  return false;
}

bool IsOurOwnFault(OrtErrorCode code) {
  return code == ORT_RUNTIME_EXCEPTION || code == ORT_ENGINE_ERROR || code == ORT_EP_FAIL;
}

}  // namespace

Error LoadError(const Ort::Exception& e, const std::filesystem::path& file) {
  const std::string message = fmt::format("{}: {}", file.string(), e.what());
  if (IsOutOfMemory(message)) return Error{ErrorCode::kResourceExhausted, message, "model", Reason::kMemory};
  if (IsOurOwnFault(e.GetOrtErrorCode())) return Error{ErrorCode::kInternal, message, "model"};
  return InvalidArgument("model", message);
}

Error RunError(const Ort::Exception& e, bool stopped) {
  if (stopped) return Error{ErrorCode::kCancelled, "stopped while running"};
  const std::string message = fmt::format("onnxruntime: {}", e.what());
  if (IsOutOfMemory(message)) return Error{ErrorCode::kResourceExhausted, message, "", Reason::kMemory};
  return Error{ErrorCode::kInternal, message};
}

}  // namespace crossdock::engine::onnxruntime

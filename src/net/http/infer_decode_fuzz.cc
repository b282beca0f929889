#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "net/http/infer_decode.h"
#include "net/testing/echo_service.h"

namespace {

void MustBeWhole(const crossdock::Result<crossdock::net::InferCall>& call) {
  if (!call) {
    if (call.error().field.empty()) __builtin_trap();
    return;
  }
  for (const auto& input : call->inputs) {
    if (!crossdock::tensor::CheckBytes(input.tensor.view(), "")) __builtin_trap();
  }
}

}  // namespace

/// Any bytes as a body with binary tensors: a line that is the Inference-Header-Content-Length, then JSON, then tensors; without that
/// line, raw tensors of each model. Whatever is accepted is exactly as long as its shape says.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using crossdock::net::http::Body;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto line = text.substr(0, 24).find('\n');
  if (line != std::string_view::npos) {
    const auto length = text.substr(0, line);
    text.remove_prefix(line + 1);
    for (const size_t aligned_at : {size_t{0}, size_t{1}})
      MustBeWhole(crossdock::net::http::DecodeInfer(Body::Of(text, aligned_at), length));
    return 0;
  }
  static const crossdock::net::testing::EchoCatalog catalog;
  for (const auto& status : catalog.List()) {
    const auto pin = catalog.Find(status.id.name, {});
    if (pin) MustBeWhole(crossdock::net::http::DecodeRawInfer(Body::Of(text), **pin));
  }
  return 0;
}

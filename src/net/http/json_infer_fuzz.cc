#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "net/http/infer_decode.h"
#include "net/http/json_writer.h"

namespace {

using crossdock::net::InferCall;
using crossdock::net::http::Body;
using crossdock::net::http::DecodeInfer;
using crossdock::net::http::JsonElements;
using crossdock::net::http::JsonWriter;

/// The call's inputs as JSON again.
crossdock::Result<std::string> Written(const InferCall& call) {
  JsonWriter json;
  json.BeginObject().Key("inputs").BeginArray();
  for (const auto& [name, tensor] : call.inputs) {
    const auto elements = JsonElements(tensor.view(), name);
    if (!elements) return elements.error();
    json.BeginObject().Key("name").String(name);
    json.Key("datatype").String(crossdock::tensor::Name(tensor.dtype()));
    json.Key("shape").Shape(tensor.shape());
    json.Key("data").Raw(*elements).EndObject();
  }
  json.EndArray().EndObject();
  return json.Take();
}

}  // namespace

/// Any bytes as the JSON of an inference: an error names a field, and what is accepted reads back the same once it is written.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto call = DecodeInfer(Body::Of({reinterpret_cast<const char*>(data), size}), "");
  if (!call && call.error().field.empty()) __builtin_trap();
  if (!call) return 0;
  const auto written = Written(*call);
  if (!written) __builtin_trap();
  const auto again = DecodeInfer(Body::Of(*written), "");
  if (!again || again->inputs.size() != call->inputs.size()) __builtin_trap();
  for (size_t i = 0; i < call->inputs.size(); ++i) {
    const auto a = call->inputs[i].tensor.view();
    const auto b = again->inputs[i].tensor.view();
    if (a.shape != b.shape || a.bytes.size() != b.bytes.size()) __builtin_trap();
    if (!a.bytes.empty() && std::memcmp(a.bytes.data(), b.bytes.data(), a.bytes.size()) != 0) __builtin_trap();
  }
  return 0;
}

#include "engine/onnxruntime/read_signature.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/onnxruntime/dtypes.h"

namespace crossdock::engine::onnxruntime {
namespace {

const char* KindName(ONNXType type) {
  switch (type) {
    case ONNX_TYPE_SEQUENCE: return "a sequence";
    case ONNX_TYPE_MAP: return "a map";
    case ONNX_TYPE_OPTIONAL: return "an optional";
    case ONNX_TYPE_SPARSETENSOR: return "a sparse tensor";
    default: return "of no known kind";
  }
}

Result<Port> ReadPort(std::string name, const char* side, const Ort::TypeInfo& type) {
  if (type.GetONNXType() != ONNX_TYPE_TENSOR) {
    return Error{ErrorCode::kUnimplemented,
                 fmt::format("{} '{}' is {}: only tensors are served", side, name, KindName(type.GetONNXType())),
                 "model"};
  }
  const auto info = type.GetTensorTypeAndShapeInfo();
  const auto dtype = FromOnnx(info.GetElementType());
  if (!dtype) {
    return Error{ErrorCode::kUnimplemented,
                 fmt::format("{} '{}' has element type {}, which has no name in the protocol", side, name,
                             static_cast<int>(info.GetElementType())),
                 "model"};
  }
  Port port{std::move(name), *dtype, info.GetShape()};
  // This version of the interface gives no dimensions both for a scalar and for "no shape declared", and ONNX Runtime checks neither.
  port.any_rank = port.shape.empty();
  for (int64_t& dim : port.shape) dim = std::max<int64_t>(dim, -1);
  return port;
}

}  // namespace

Result<Signature> ReadSignature(const Ort::Session& session) {
  Ort::AllocatorWithDefaultOptions allocator;
  Signature signature;
  for (size_t i = 0; i < session.GetInputCount(); ++i) {
    auto port = ReadPort(session.GetInputNameAllocated(i, allocator).get(), "input", session.GetInputTypeInfo(i));
    if (!port) return port.error();
    signature.inputs.push_back(*std::move(port));
  }
  for (size_t i = 0; i < session.GetOutputCount(); ++i) {
    auto port = ReadPort(session.GetOutputNameAllocated(i, allocator).get(), "output", session.GetOutputTypeInfo(i));
    if (!port) return port.error();
    signature.outputs.push_back(*std::move(port));
  }
  const Ort::ModelMetadata metadata = session.GetModelMetadata();
  for (const auto& key : metadata.GetCustomMetadataMapKeysAllocated(allocator)) {
    if (const auto value = metadata.LookupCustomMetadataMapAllocated(key.get(), allocator))
      signature.metadata[key.get()] = value.get();
  }
  return signature;
}

}  // namespace crossdock::engine::onnxruntime

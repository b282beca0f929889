#include "engine/onnxruntime/dtypes.h"

#include <array>
#include <utility>

namespace crossdock::engine::onnxruntime {
namespace {

using tensor::DType;

constexpr std::array<std::pair<DType, ONNXTensorElementDataType>, 14> kPairs{{
    {DType::kBool, ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL},
    {DType::kU8, ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT8},
    {DType::kU16, ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT16},
    {DType::kU32, ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT32},
    {DType::kU64, ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT64},
    {DType::kI8, ONNX_TENSOR_ELEMENT_DATA_TYPE_INT8},
    {DType::kI16, ONNX_TENSOR_ELEMENT_DATA_TYPE_INT16},
    {DType::kI32, ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32},
    {DType::kI64, ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64},
    {DType::kF16, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT16},
    {DType::kBF16, ONNX_TENSOR_ELEMENT_DATA_TYPE_BFLOAT16},
    {DType::kF32, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT},
    {DType::kF64, ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE},
    {DType::kBytes, ONNX_TENSOR_ELEMENT_DATA_TYPE_STRING},
}};

}  // namespace

std::optional<DType> FromOnnx(ONNXTensorElementDataType type) {
  for (const auto& [ours, theirs] : kPairs) {
    if (theirs == type) return ours;
  }
  return std::nullopt;
}

ONNXTensorElementDataType ToOnnx(DType dtype) { return kPairs[static_cast<size_t>(dtype)].second; }

}  // namespace crossdock::engine::onnxruntime

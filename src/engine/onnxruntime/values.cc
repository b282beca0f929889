#include "engine/onnxruntime/values.h"

#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "engine/onnxruntime/dtypes.h"

namespace crossdock::engine::onnxruntime {
namespace {

using tensor::DType;
using tensor::Tensor;

const Ort::MemoryInfo& CpuMemory() {
  static const auto info = Ort::MemoryInfo::CreateCpu(OrtDeviceAllocator, OrtMemTypeDefault);
  return info;
}

Ort::Value Wrap(DType dtype, const tensor::Shape& shape, std::byte* data, size_t size) {
  static std::byte nothing{};  // an empty tensor still needs an address
  return Ort::Value::CreateTensor(CpuMemory(), size == 0 ? &nothing : data, size, shape.data(), shape.size(),
                                  ToOnnx(dtype));
}

Ort::Value StringsToValue(const tensor::TensorView& view) {
  Ort::AllocatorWithDefaultOptions allocator;
  Ort::Value value =
      Ort::Value::CreateTensor(allocator, view.shape.data(), view.shape.size(), ONNX_TENSOR_ELEMENT_DATA_TYPE_STRING);
  const auto strings = tensor::Strings(view).value_or(std::vector<std::string_view>{});
  for (size_t i = 0; i < strings.size(); ++i) {
    char* buffer = value.GetResizedStringTensorElementBuffer(i, strings[i].size());
    if (!strings[i].empty()) std::memcpy(buffer, strings[i].data(), strings[i].size());
  }
  return value;
}

Tensor StringsFromValue(const Ort::Value& value, tensor::Shape shape, size_t count) {
  std::string text(count == 0 ? 0 : value.GetStringTensorDataLength(), '\0');
  std::vector<size_t> offsets(count);
  if (count > 0) value.GetStringTensorContent(text.data(), text.size(), offsets.data(), count);
  std::vector<std::string_view> strings(count);
  for (size_t i = 0; i < count; ++i) {
    const size_t end = i + 1 < count ? offsets[i + 1] : text.size();
    strings[i] = std::string_view(text).substr(offsets[i], end - offsets[i]);
  }
  return Tensor::OfStrings(std::move(shape), strings);
}

}  // namespace

Ort::Value ToValue(const tensor::TensorView& view) {
  if (view.dtype == DType::kBytes) return StringsToValue(view);
  // The vendor's interface has one type for what is read and what is written; inputs are only read.
  return Wrap(view.dtype, view.shape, const_cast<std::byte*>(view.bytes.data()), view.bytes.size());
}

Ort::Value ToValue(const tensor::MutableView& view) {
  return Wrap(view.dtype, view.shape, view.bytes.data(), view.bytes.size());
}

Result<Tensor> FromValue(Ort::Value value) {
  if (!value.IsTensor())
    return Error{ErrorCode::kUnimplemented,
                 "onnxruntime: an output is not a tensor (a sequence, map or empty optional)"};
  const auto info = value.GetTensorTypeAndShapeInfo();
  const auto dtype = FromOnnx(info.GetElementType());
  if (!dtype) {
    return Error{ErrorCode::kUnimplemented,
                 fmt::format("onnxruntime: an output has element type {}, which has no name in the protocol",
                             static_cast<int>(info.GetElementType()))};
  }
  tensor::Shape shape = info.GetShape();
  const size_t count = info.GetElementCount();
  if (*dtype == DType::kBytes) return StringsFromValue(value, std::move(shape), count);
  auto* data = static_cast<std::byte*>(value.GetTensorMutableRawData());
  auto owner = std::make_shared<Ort::Value>(std::move(value));
  return Tensor(*dtype, std::move(shape), std::move(owner), {data, count * tensor::SizeOf(*dtype)});
}

}  // namespace crossdock::engine::onnxruntime

#include "engine/openvino/values.h"

#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "engine/openvino/dtypes.h"

namespace crossdock::engine::openvino {
namespace {

using tensor::DType;
using tensor::Tensor;

tensor::Shape ToShape(const ov::Shape& shape) { return {shape.begin(), shape.end()}; }

}  // namespace

ov::Tensor ToTensor(const tensor::TensorView& view) {
  const ov::Shape shape(view.shape.begin(), view.shape.end());
  // An empty tensor has no address to borrow; the vendor makes its own.
  if (view.bytes.empty()) return ov::Tensor(ToOpenVino(view.dtype), shape);
  // The vendor's interface has one type for what is read and what is written; inputs are only read.
  return ov::Tensor(ToOpenVino(view.dtype), shape, const_cast<std::byte*>(view.bytes.data()));
}

Result<Tensor> CopyOut(const ov::Tensor& computed, const tensor::MutableView& into) {
  const auto dtype = FromOpenVino(computed.get_element_type());
  if (!dtype || *dtype == DType::kBytes) {
    return Error{ErrorCode::kUnimplemented, fmt::format("openvino: an output has element type {}, which is not served",
                                                        computed.get_element_type().get_type_name())};
  }
  if (into.bytes.empty()) {
    auto copy = Tensor::Allocate(*dtype, ToShape(computed.get_shape()));
    if (copy && !copy->empty()) std::memcpy(copy->mutable_view().bytes.data(), computed.data(), copy->size_bytes());
    return copy;
  }
  if (into.bytes.size() != computed.get_byte_size()) {
    return InvalidArgument(
        "outputs", fmt::format("{} bytes given for an output of {}", into.bytes.size(), computed.get_byte_size()));
  }
  std::memcpy(into.bytes.data(), computed.data(), into.bytes.size());
  return Tensor(*dtype, ToShape(computed.get_shape()), nullptr, into.bytes);
}

}  // namespace crossdock::engine::openvino

#include "net/grpc/typed_contents.h"

#include <limits>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "net/infer_call.h"

namespace crossdock::net::grpc {
namespace {

using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

template <class Stored, class List>
Result<Tensor> FromList(DType dtype, Shape shape, const List& list, const char* list_name, const std::string& field) {
  const auto count = tensor::ElementCount(shape);
  if (!count || *count != list.size()) {
    return InvalidArgument(field + ".contents", fmt::format("{} has {} elements, not as many as shape {} has",
                                                            list_name, list.size(), tensor::ToString(shape)));
  }
  auto made = Tensor::Allocate(dtype, std::move(shape));
  if (!made) return InvalidArgument(field + ".shape", made.error().message);
  const auto out = made->template as<Stored>();
  for (int i = 0; i < list.size(); ++i) {
    const auto value = list.Get(i);
    if constexpr (std::is_integral_v<Stored> && !std::is_same_v<Stored, bool>) {
      if (value < std::numeric_limits<Stored>::min() || value > std::numeric_limits<Stored>::max()) {
        return InvalidArgument(fmt::format("{}.contents[{}]", field, i),
                               fmt::format("{} does not fit {}", value, tensor::Name(dtype)));
      }
    }
    out[static_cast<size_t>(i)] = static_cast<Stored>(value);
  }
  return std::move(*made);
}

Result<Tensor> FromStrings(Shape shape, const inference::InferTensorContents& contents, const std::string& field) {
  const auto& list = contents.bytes_contents();
  const auto count = tensor::ElementCount(shape);
  if (!count || *count != list.size()) {
    return InvalidArgument(field + ".contents",
                           fmt::format("bytes_contents has {} elements, not as many as shape {} has", list.size(),
                                       tensor::ToString(shape)));
  }
  const std::vector<std::string_view> strings(list.begin(), list.end());
  return Tensor::OfStrings(std::move(shape), strings);
}

}  // namespace

bool HasElements(const inference::InferTensorContents& c) {
  return c.bool_contents_size() > 0 || c.int_contents_size() > 0 || c.int64_contents_size() > 0 ||
         c.uint_contents_size() > 0 || c.uint64_contents_size() > 0 || c.fp32_contents_size() > 0 ||
         c.fp64_contents_size() > 0 || c.bytes_contents_size() > 0;
}

Result<Tensor> TypedTensor(DType dtype, Shape shape, const inference::InferTensorContents& c,
                           const std::string& field) {
  if (auto count = CheckShape(shape, std::numeric_limits<int32_t>::max(), field + ".shape"); !count)
    return count.error();
  switch (dtype) {
    case DType::kBool: return FromList<bool>(dtype, std::move(shape), c.bool_contents(), "bool_contents", field);
    case DType::kI8: return FromList<int8_t>(dtype, std::move(shape), c.int_contents(), "int_contents", field);
    case DType::kI16: return FromList<int16_t>(dtype, std::move(shape), c.int_contents(), "int_contents", field);
    case DType::kI32: return FromList<int32_t>(dtype, std::move(shape), c.int_contents(), "int_contents", field);
    case DType::kI64: return FromList<int64_t>(dtype, std::move(shape), c.int64_contents(), "int64_contents", field);
    case DType::kU8: return FromList<uint8_t>(dtype, std::move(shape), c.uint_contents(), "uint_contents", field);
    case DType::kU16: return FromList<uint16_t>(dtype, std::move(shape), c.uint_contents(), "uint_contents", field);
    case DType::kU32: return FromList<uint32_t>(dtype, std::move(shape), c.uint_contents(), "uint_contents", field);
    case DType::kU64: return FromList<uint64_t>(dtype, std::move(shape), c.uint64_contents(), "uint64_contents", field);
    case DType::kF32: return FromList<float>(dtype, std::move(shape), c.fp32_contents(), "fp32_contents", field);
    case DType::kF64: return FromList<double>(dtype, std::move(shape), c.fp64_contents(), "fp64_contents", field);
    case DType::kBytes: return FromStrings(std::move(shape), c, field);
    case DType::kF16:
    case DType::kBF16: break;
  }
  return InvalidArgument(field + ".contents",
                         fmt::format("{} has no typed contents: send raw_input_contents", tensor::Name(dtype)));
}

}  // namespace crossdock::net::grpc

#include "engine/openvino/dtypes.h"

#include <array>
#include <utility>

namespace crossdock::engine::openvino {
namespace {

using tensor::DType;

constexpr std::array<std::pair<DType, ov::element::Type_t>, 14> kPairs{{
    {DType::kBool, ov::element::Type_t::boolean},
    {DType::kU8, ov::element::Type_t::u8},
    {DType::kU16, ov::element::Type_t::u16},
    {DType::kU32, ov::element::Type_t::u32},
    {DType::kU64, ov::element::Type_t::u64},
    {DType::kI8, ov::element::Type_t::i8},
    {DType::kI16, ov::element::Type_t::i16},
    {DType::kI32, ov::element::Type_t::i32},
    {DType::kI64, ov::element::Type_t::i64},
    {DType::kF16, ov::element::Type_t::f16},
    {DType::kBF16, ov::element::Type_t::bf16},
    {DType::kF32, ov::element::Type_t::f32},
    {DType::kF64, ov::element::Type_t::f64},
    {DType::kBytes, ov::element::Type_t::string},
}};

}  // namespace

std::optional<DType> FromOpenVino(const ov::element::Type& type) {
  for (const auto& [ours, theirs] : kPairs) {
    if (type == theirs) return ours;
  }
  return std::nullopt;
}

ov::element::Type ToOpenVino(DType dtype) { return kPairs[static_cast<size_t>(dtype)].second; }

}  // namespace crossdock::engine::openvino

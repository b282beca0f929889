#include "engine/libtorch/dtypes.h"

#include <array>
#include <utility>

namespace crossdock::engine::libtorch {
namespace {

using c10::ScalarType;
using tensor::DType;

constexpr std::array<std::pair<DType, ScalarType>, 13> kPairs{{
    {DType::kBool, ScalarType::Bool},
    {DType::kU8, ScalarType::Byte},
    {DType::kU16, ScalarType::UInt16},
    {DType::kU32, ScalarType::UInt32},
    {DType::kU64, ScalarType::UInt64},
    {DType::kI8, ScalarType::Char},
    {DType::kI16, ScalarType::Short},
    {DType::kI32, ScalarType::Int},
    {DType::kI64, ScalarType::Long},
    {DType::kF16, ScalarType::Half},
    {DType::kBF16, ScalarType::BFloat16},
    {DType::kF32, ScalarType::Float},
    {DType::kF64, ScalarType::Double},
}};

}  // namespace

std::optional<DType> FromTorch(ScalarType type) {
  for (const auto& [ours, theirs] : kPairs) {
    if (type == theirs) return ours;
  }
  return std::nullopt;
}

std::optional<ScalarType> ToTorch(DType dtype) {
  for (const auto& [ours, theirs] : kPairs) {
    if (dtype == ours) return theirs;
  }
  return std::nullopt;
}

}  // namespace crossdock::engine::libtorch

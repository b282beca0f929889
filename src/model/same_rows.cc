#include "model/same_rows.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace crossdock::model {
namespace {

using tensor::DType;
using tensor::Tensor;
using tensor::TensorView;

constexpr double kRelative = 1e-3;
constexpr double kOfLargest = 1e-4;

template <class T, class Convert>
std::vector<double> Converted(const TensorView& view, const Convert& convert) {
  const auto elements = view.as<T>();
  std::vector<double> out(elements.size());
  std::transform(elements.begin(), elements.end(), out.begin(), [&](T e) { return static_cast<double>(convert(e)); });
  return out;
}

/// The elements as numbers; comparing is all that they are for.
std::vector<double> Numbers(const TensorView& view) {
  const auto itself = [](auto e) { return e; };
  switch (view.dtype) {
    case DType::kF32: return Converted<float>(view, itself);
    case DType::kF64: return Converted<double>(view, itself);
    case DType::kF16: return Converted<uint16_t>(view, tensor::HalfToFloat);
    case DType::kBF16: return Converted<uint16_t>(view, tensor::Bfloat16ToFloat);
    case DType::kI64: return Converted<int64_t>(view, itself);
    case DType::kU64: return Converted<uint64_t>(view, itself);
    case DType::kI32: return Converted<int32_t>(view, itself);
    case DType::kU32: return Converted<uint32_t>(view, itself);
    case DType::kI16: return Converted<int16_t>(view, itself);
    case DType::kU16: return Converted<uint16_t>(view, itself);
    case DType::kI8: return Converted<int8_t>(view, itself);
    default: return Converted<uint8_t>(view, itself);
  }
}

double Largest(const std::vector<double>& numbers) {
  double largest = 0;
  for (const double x : numbers) {
    if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
  }
  return largest;
}

}  // namespace

bool SameRows(const Tensor& a, const Tensor& b) {
  if (a.shape() != b.shape() || a.dtype() != b.dtype() || a.size_bytes() != b.size_bytes()) return false;
  if (a.dtype() == DType::kBytes) return std::ranges::equal(a.view().bytes, b.view().bytes);
  const auto x = Numbers(a.view());
  const auto y = Numbers(b.view());
  const double floor = kOfLargest * std::max(Largest(x), Largest(y));
  for (size_t i = 0; i < x.size(); ++i) {
    if (x[i] == y[i] || (std::isnan(x[i]) && std::isnan(y[i]))) continue;
    if (!(std::abs(x[i] - y[i]) <= std::max(floor, kRelative * std::max(std::abs(x[i]), std::abs(y[i]))))) return false;
  }
  return true;
}

}  // namespace crossdock::model

#include "engine/conformance/compare.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "engine/fake/element.h"

namespace crossdock::engine::conformance {
namespace {

using tensor::DType;
using tensor::Tensor;

Error Differs(std::string what) { return Error{ErrorCode::kInternal, "differs: " + std::move(what)}; }

bool Near(double expected, double got, Tolerance tolerance) {
  if (std::isnan(expected) || std::isnan(got)) return std::isnan(expected) && std::isnan(got);
  if (std::isinf(expected) || std::isinf(got)) return expected == got;
  return std::abs(got - expected) <= tolerance.absolute + tolerance.relative * std::abs(expected);
}

/// 64-bit integers do not survive a double: what must be exact is compared as bytes.
Status CompareBytes(const Tensor& expected, const Tensor& got) {
  const auto a = expected.view().bytes;
  const auto b = got.view().bytes;
  const auto differs = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (differs.first == a.end() && differs.second == b.end()) return {};
  return Differs(fmt::format("{} {} at byte {}", tensor::Name(expected.dtype()), tensor::ToString(expected.shape()),
                             differs.first - a.begin()));
}

Status CompareNumbers(const Tensor& expected, const Tensor& got, Tolerance tolerance) {
  const size_t size = tensor::SizeOf(expected.dtype());
  for (size_t at = 0; at < expected.size_bytes(); at += size) {
    const double a = fake::ReadElement(expected.dtype(), expected.view().bytes.data() + at);
    const double b = fake::ReadElement(got.dtype(), got.view().bytes.data() + at);
    if (!Near(a, b, tolerance)) return Differs(fmt::format("element {} is {} where {} is expected", at / size, b, a));
  }
  return {};
}

Status CompareTensors(const Tensor& expected, const Tensor& got) {
  if (expected.dtype() != got.dtype() || expected.shape() != got.shape()) {
    return Differs(fmt::format("{} {} where {} {} is expected", tensor::Name(got.dtype()),
                               tensor::ToString(got.shape()), tensor::Name(expected.dtype()),
                               tensor::ToString(expected.shape())));
  }
  const Tolerance tolerance = ToleranceOf(expected.dtype());
  if (tolerance.relative == 0 || expected.size_bytes() != got.size_bytes()) return CompareBytes(expected, got);
  return CompareNumbers(expected, got, tolerance);
}

}  // namespace

Tolerance ToleranceOf(DType dtype) {
  if (dtype == DType::kF32 || dtype == DType::kF64) return {1e-3, 1e-5};
  if (dtype == DType::kF16) return {5e-3, 1e-3};
  if (dtype == DType::kBF16) return {2e-2, 1e-2};
  return {};
}

Status Compare(const Value& expected, const Value& got) {
  if (expected.kind != got.kind || expected.tensors.size() != got.tensors.size()) {
    return Differs(fmt::format("{} tensors where {} are expected, or of another kind", got.tensors.size(),
                               expected.tensors.size()));
  }
  for (size_t i = 0; i < expected.tensors.size(); ++i) {
    if (auto status = CompareTensors(expected.tensors[i], got.tensors[i]); !status) return status.error();
  }
  return {};
}

}  // namespace crossdock::engine::conformance

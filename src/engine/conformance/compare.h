#pragma once

#include "base/result.h"
#include "engine/conformance/proto_file.h"

namespace crossdock::engine::conformance {

/// |got - expected| <= absolute + relative x |expected|; zero for both: exactly equal.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
};

/// FP32 and FP64 1e-3 and 1e-5; FP16 5e-3 and 1e-3; BF16 2e-2 and 1e-2; all else exact.
Tolerance ToleranceOf(tensor::DType dtype);

/// Whether a runtime's answer is the expected one: kind, count, dtype, shape, and every element within the dtype's tolerance. NaN
/// equals NaN, an infinity only itself.
/// errors  kInternal, with the first difference
Status Compare(const Value& expected, const Value& got);

}  // namespace crossdock::engine::conformance

#include "engine/fake/fake_model.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace crossdock::engine::fake {
namespace {

/// The straight line through two measured sizes, read at `rows`.
Nanos OnLine(std::pair<int64_t, Nanos> low, std::pair<int64_t, Nanos> high, int64_t rows) {
  return low.second + (high.second - low.second) * (rows - low.first) / (high.first - low.first);
}

}  // namespace

Nanos FakeModel::Latency(int64_t rows) const {
  if (batch.empty()) return base + per_row * rows;
  if (batch.size() == 1) return batch.begin()->second;
  auto high = batch.lower_bound(rows);
  if (high == batch.begin()) ++high;
  if (high == batch.end()) --high;
  return std::max(Nanos{0}, OnLine(*std::prev(high), *high, rows));
}

Status FakeModel::Validate() const {
  if (inputs.empty() || outputs.empty())
    return InvalidArgument("input", "a fake model needs at least one input and one output");
  if (slots < 1) return InvalidArgument("slots", "at least one slot");
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Port& from = inputs[std::min(i, inputs.size() - 1)];
    const bool same = from.dtype == outputs[i].dtype;
    const bool numbers = from.dtype != DType::kBytes && outputs[i].dtype != DType::kBytes;
    if (compute == Compute::kIdentity ? !same : !numbers) {
      return InvalidArgument("output",
                             fmt::format("output '{}' cannot be {} when its input '{}' is {}", outputs[i].name,
                                         tensor::Name(outputs[i].dtype), from.name, tensor::Name(from.dtype)));
    }
  }
  return {};
}

FakeModel IdentityModel(int64_t width, Nanos base, Nanos per_row) {
  FakeModel model;
  model.inputs = {Port{"x", DType::kF32, {-1, width}}};
  model.outputs = {Port{"y", DType::kF32, {-1, width}}};
  model.base = base;
  model.per_row = per_row;
  return model;
}

}  // namespace crossdock::engine::fake

#include "engine/fake/compute.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "engine/fake/element.h"

namespace crossdock::engine::fake {
namespace {

int64_t CountOf(const Shape& shape) { return tensor::ElementCount(shape).value_or(0); }

/// Rows with an element that is marked as NaN; throws or fails at the others.
Result<std::vector<bool>> FindFailures(const FakeModel& model, const TensorView& input) {
  std::vector<bool> poisoned(static_cast<size_t>(RowsOf(input)), false);
  if (model.failures.empty() || input.dtype == DType::kBytes || poisoned.empty()) return poisoned;
  const size_t size = tensor::SizeOf(input.dtype);
  const size_t per_row = std::max<size_t>(1, input.bytes.size() / size / poisoned.size());
  for (size_t i = 0; i < input.bytes.size() / size; ++i) {
    const double value = ReadElement(input.dtype, input.bytes.data() + i * size);
    for (const Failure& failure : model.failures) {
      if (failure.value != value) continue;
      if (failure.kind == FailKind::kThrow) throw std::runtime_error(fmt::format("element {} is {}", i, value));
      if (failure.kind == FailKind::kError)
        return Error{ErrorCode::kInternal, fmt::format("element {} is {}", i, value)};
      poisoned[i / per_row] = true;
    }
  }
  return poisoned;
}

/// Shape of output `port` for an input: its own, with open dimensions taken from the input (identity, scale) or set to 1 (sum).
Shape OutputShape(const FakeModel& model, const Port& port, const Shape& input) {
  if (model.compute != Compute::kSum) return input;
  Shape shape = port.shape;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] < 0) shape[d] = d == 0 && !input.empty() ? input[0] : 1;
  }
  return shape;
}

Result<Tensor> Numbers(const FakeModel& model, const Port& port, const TensorView& input,
                       const std::vector<bool>& poisoned) {
  auto output = Tensor::Allocate(port.dtype, OutputShape(model, port, input.shape));
  if (!output) return output.error();
  const auto rows = std::max<size_t>(1, poisoned.size());
  const size_t in_size = tensor::SizeOf(input.dtype);
  const size_t in_row = static_cast<size_t>(CountOf(input.shape)) / rows;
  const size_t out_row = static_cast<size_t>(CountOf(output->shape())) / rows;
  const auto bytes = output->mutable_view().bytes;
  for (size_t row = 0; row < poisoned.size(); ++row) {
    const std::byte* in = input.bytes.data() + row * in_row * in_size;
    double sum = 0;
    for (size_t i = 0; model.compute == Compute::kSum && i < in_row; ++i)
      sum += ReadElement(input.dtype, in + i * in_size);
    for (size_t i = 0; i < out_row; ++i) {
      double value = model.compute == Compute::kSum ? sum : ReadElement(input.dtype, in + i * in_size) * model.factor;
      if (poisoned[row]) value = std::numeric_limits<double>::quiet_NaN();
      WriteElement(port.dtype, value, bytes.data() + (row * out_row + i) * tensor::SizeOf(port.dtype));
    }
  }
  return output;
}

Result<Tensor> Reversed(const Tensor& rows) {
  std::vector<Tensor> parts;
  std::vector<TensorView> views;
  for (int64_t row = rows.shape()[0]; row-- > 0;) {
    auto part = rows.Rows(row, 1);
    if (!part) return part.error();
    parts.push_back(*std::move(part));
    views.push_back(parts.back().view());
  }
  return tensor::Concat(views);
}

Result<Tensor> ComputeOutput(const FakeModel& model, const Port& port, const TensorView& input) {
  auto poisoned = FindFailures(model, input);
  if (!poisoned) return poisoned.error();
  const bool copy =
      model.compute == Compute::kIdentity && std::none_of(poisoned->begin(), poisoned->end(), std::identity());
  auto output = copy ? Result<Tensor>(Tensor::CopyOf(input)) : Numbers(model, port, input, *poisoned);
  if (!output || input.shape.empty() || input.shape[0] < 2) return output;
  if (model.flaw == Flaw::kMixesRows) return Reversed(*output);
  if (model.flaw == Flaw::kFixedOutput) return output->Rows(0, 1);
  return output;
}

}  // namespace

int64_t RowsOf(const TensorView& input) { return input.shape.empty() ? 1 : input.shape[0]; }

Result<std::vector<Tensor>> ComputeOutputs(const FakeModel& model, std::span<const TensorView> inputs,
                                           std::span<const uint32_t> wanted) {
  if (model.flaw == Flaw::kRefusesBatches && RowsOf(inputs[0]) > 1) {
    return Error{ErrorCode::kInternal, fmt::format("{} rows in a model that reshapes to one", RowsOf(inputs[0]))};
  }
  std::vector<Tensor> outputs;
  for (const uint32_t index : wanted) {
    auto output = ComputeOutput(model, model.outputs[index], inputs[std::min<size_t>(index, inputs.size() - 1)]);
    if (!output) return output.error();
    outputs.push_back(*std::move(output));
  }
  return outputs;
}

}  // namespace crossdock::engine::fake

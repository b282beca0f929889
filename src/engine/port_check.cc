#include "engine/port_check.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace crossdock::engine {

bool Accepts(const Port& port, const Shape& shape) {
  if (port.any_rank) return true;
  return std::equal(port.shape.begin(), port.shape.end(), shape.begin(), shape.end(),
                    [](int64_t declared, int64_t given) { return declared < 0 || declared == given; });
}

Status CheckInputs(const Signature& signature, std::span<const TensorView> inputs) {
  if (inputs.size() != signature.inputs.size()) {
    return InvalidArgument("inputs",
                           fmt::format("{} inputs for a model that takes {}", inputs.size(), signature.inputs.size()));
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Port& port = signature.inputs[i];
    if (inputs[i].dtype != port.dtype) {
      return InvalidArgument(port.name, fmt::format("input '{}' is {}, the model takes {}", port.name,
                                                    tensor::Name(inputs[i].dtype), tensor::Name(port.dtype)));
    }
    if (!Accepts(port, inputs[i].shape)) {
      return InvalidArgument(port.name, fmt::format("input '{}' has shape {}, the model takes {}", port.name,
                                                    tensor::ToString(inputs[i].shape), tensor::ToString(port.shape)));
    }
    if (auto status = tensor::CheckBytes(inputs[i], port.name); !status) return status.error();
  }
  return {};
}

Status CheckOutputs(const Signature& signature, const RunArgs& args) {
  const auto wanted = args.wanted_outputs;
  const bool ascending = std::adjacent_find(wanted.begin(), wanted.end(), std::greater_equal<>()) == wanted.end();
  if (!ascending || (!wanted.empty() && wanted.back() >= signature.outputs.size())) {
    return InvalidArgument("outputs",
                           fmt::format("wanted outputs must be ascending indices below {}", signature.outputs.size()));
  }
  const size_t count = wanted.empty() ? signature.outputs.size() : wanted.size();
  if (!args.outputs.empty() && args.outputs.size() != count) {
    return InvalidArgument("outputs",
                           fmt::format("memory for {} outputs where {} are wanted", args.outputs.size(), count));
  }
  return {};
}

Status RefuseDeclaredPorts(const LoadOptions& options, std::string_view runtime) {
  if (options.inputs.empty() && options.outputs.empty()) return {};
  return InvalidArgument(options.inputs.empty() ? "outputs" : "inputs",
                         fmt::format("{} reads inputs and outputs from the model's file: leave them out", runtime));
}

std::vector<uint32_t> WantedOutputs(const Signature& signature, const RunArgs& args) {
  if (!args.wanted_outputs.empty()) return {args.wanted_outputs.begin(), args.wanted_outputs.end()};
  std::vector<uint32_t> all(signature.outputs.size());
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

}  // namespace crossdock::engine

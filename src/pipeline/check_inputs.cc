#include "pipeline/check_inputs.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace crossdock::pipeline {
namespace {

std::string Names(const std::vector<engine::Port>& ports) {
  std::string names;
  for (const auto& port : ports) names += (names.empty() ? "" : ", ") + port.name;
  return names;
}

std::optional<size_t> Find(const std::vector<engine::Port>& ports, std::string_view name) {
  for (size_t i = 0; i < ports.size(); ++i) {
    if (ports[i].name == name) return i;
  }
  return std::nullopt;
}

Status CheckShape(const engine::Port& port, const tensor::Tensor& value, const std::string& field) {
  const auto& shape = value.shape();
  bool fits = port.any_rank || shape.size() == port.shape.size();
  for (size_t d = 0; fits && !port.any_rank && d < shape.size(); ++d) {
    const bool is_batch = d == 0 && port.batch == engine::BatchAxis::kFirst;
    fits = shape[d] >= 0 && (is_batch || port.shape[d] < 0 || port.shape[d] == shape[d]);
  }
  if (!fits) {
    return InvalidArgument(field + ".shape", fmt::format("input \"{}\" has shape {}, the model takes {}", port.name,
                                                         tensor::ToString(shape), tensor::ToString(port.shape)));
  }
  return tensor::CheckBytes(value.view(), field + ".data");
}

Result<std::vector<uint32_t>> WantedOutputs(const model::Version& version, const std::vector<std::string>& names) {
  std::vector<uint32_t> wanted;
  for (size_t i = 0; i < names.size(); ++i) {
    const auto port = Find(version.signature().outputs, names[i]);
    const std::string field = fmt::format("outputs[{}].name", i);
    if (!port) {
      return InvalidArgument(field, fmt::format("model {} has no output \"{}\"; it has {}", version.id().name, names[i],
                                                Names(version.signature().outputs)));
    }
    if (std::find(wanted.begin(), wanted.end(), *port) != wanted.end()) {
      return InvalidArgument(field, fmt::format("output \"{}\" is asked for twice", names[i]));
    }
    wanted.push_back(static_cast<uint32_t>(*port));
  }
  std::sort(wanted.begin(), wanted.end());
  return wanted;
}

/// Rows of the batch dimension, equal in every input that has one.
Result<int> CountRows(const model::Version& version, const std::vector<tensor::Tensor>& inputs) {
  if (!version.batchable()) return 1;
  std::optional<int64_t> rows;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const auto& port = version.signature().inputs[i];
    if (port.batch != engine::BatchAxis::kFirst) continue;
    const int64_t here = inputs[i].shape().empty() ? 0 : inputs[i].shape()[0];
    if (rows && *rows != here) {
      return InvalidArgument(
          "inputs", fmt::format("input \"{}\" has {} rows, another has {}: the first dimension is the batch", port.name,
                                here, *rows));
    }
    rows = here;
  }
  if (!rows || *rows < 1 || *rows > 1'000'000) {
    return InvalidArgument("inputs", fmt::format("the batch has {} rows; it must have at least one", rows.value_or(0)));
  }
  return static_cast<int>(*rows);
}

}  // namespace

Result<CheckedInputs> CheckInputs(const model::Version& version, std::vector<NamedTensor> inputs,
                                  const std::vector<std::string>& wanted_outputs) {
  const auto& ports = version.signature().inputs;
  CheckedInputs checked;
  checked.inputs.resize(ports.size());
  std::vector<bool> seen(ports.size(), false);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const std::string field = fmt::format("inputs[{}]", i);
    const auto at = Find(ports, inputs[i].name);
    if (!at) {
      return InvalidArgument(field + ".name", fmt::format("model {} has no input \"{}\"; it takes {}",
                                                          version.id().name, inputs[i].name, Names(ports)));
    }
    if (seen[*at]) return InvalidArgument(field + ".name", fmt::format("input \"{}\" is given twice", inputs[i].name));
    seen[*at] = true;
    if (inputs[i].tensor.dtype() != ports[*at].dtype) {
      return InvalidArgument(field + ".datatype", fmt::format("input \"{}\" is {}, the model takes {}", inputs[i].name,
                                                              Name(inputs[i].tensor.dtype()), Name(ports[*at].dtype)));
    }
    if (Status shape = CheckShape(ports[*at], inputs[i].tensor, field); !shape) return shape.error();
    checked.inputs[*at] = std::move(inputs[i].tensor);
  }
  for (size_t p = 0; p < ports.size(); ++p) {
    if (!seen[p])
      return InvalidArgument("inputs",
                             fmt::format("input \"{}\" of model {} is missing", ports[p].name, version.id().name));
  }
  auto wanted = WantedOutputs(version, wanted_outputs);
  if (!wanted) return wanted.error();
  checked.wanted = *std::move(wanted);
  const auto rows = CountRows(version, checked.inputs);
  if (!rows) return rows.error();
  checked.rows = *rows;
  return checked;
}

}  // namespace crossdock::pipeline

#include "model/model_config.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/tier.h"
#include "model/version_policy.h"

namespace crossdock::model {
namespace {

Status ValidatePorts(const std::vector<DeclaredPort>& ports, const char* side) {
  for (size_t i = 0; i < ports.size(); ++i) {
    if (ports[i].name.empty()) return InvalidArgument(fmt::format("{}[{}].name", side, i), "a port needs a name");
    if (!tensor::ParseDType(ports[i].dtype)) {
      return InvalidArgument(
          fmt::format("{}[{}].dtype", side, i),
          fmt::format("\"{}\" is no element type: write FP32, FP16, INT64, UINT8 and so on", ports[i].dtype));
    }
  }
  return {};
}

std::vector<engine::Port> PortsOf(const std::vector<DeclaredPort>& declared) {
  std::vector<engine::Port> ports;
  for (const DeclaredPort& port : declared) {
    ports.push_back({port.name, tensor::ParseDType(port.dtype).value_or(engine::DType::kF32), port.shape});
  }
  return ports;
}

}  // namespace

engine::LoadOptions LoadOptionsOf(const ModelConfig& config) {
  engine::LoadOptions options = config.options;
  options.inputs = PortsOf(config.inputs);
  options.outputs = PortsOf(config.outputs);
  return options;
}

Status ModelConfig::Validate() const {
  if (auto parsed = ParseTier(tier, "tier"); !parsed) return parsed.error();
  if (Status status = batching.Validate(); !status) return status;
  for (size_t i = 0; i < warm_shapes.size(); ++i) {
    if (std::any_of(warm_shapes[i].begin(), warm_shapes[i].end(), [](int64_t d) { return d < 1; })) {
      return InvalidArgument(fmt::format("warm_shapes[{}]", i), "dimensions of a warmed shape are 1 or more");
    }
  }
  if (Status status = ValidatePorts(inputs, "inputs"); !status) return status;
  if (Status status = ValidatePorts(outputs, "outputs"); !status) return status;
  if (auto policy = VersionPolicy::Parse(version_policy); !policy) return policy.error();
  return {};
}

}  // namespace crossdock::model

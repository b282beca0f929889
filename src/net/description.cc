#include "net/description.h"

#include <fmt/format.h>

#include "net/infer_call.h"

namespace crossdock::net {
namespace {

Result<model::Pin> FindModel(const model::Catalog& catalog, const std::string& name, const std::string& version) {
  const auto number = ParseVersion(version, "version");
  if (!number) return number.error();
  return catalog.Find(name, *number);
}

std::vector<TensorDescription> Ports(const std::vector<engine::Port>& ports) {
  std::vector<TensorDescription> described;
  for (const engine::Port& port : ports) {
    described.push_back({port.name, port.dtype, port.shape});
    if (port.batch == engine::BatchAxis::kFirst && !port.shape.empty()) described.back().shape[0] = -1;
  }
  return described;
}

void DropBatchDimension(std::vector<TensorDescription>& ports) {
  for (TensorDescription& port : ports) {
    if (!port.shape.empty()) port.shape.erase(port.shape.begin());
  }
}

ModelDescription DescriptionOf(const model::Version& version) {
  ModelDescription description;
  description.name = version.id().name;
  description.platform = version.runtime() + "_onnx";
  description.backend = version.runtime();
  description.inputs = Ports(version.signature().inputs);
  description.outputs = Ports(version.signature().outputs);
  return description;
}

}  // namespace

Result<ModelDescription> DescribeModel(const model::Catalog& catalog, const std::string& name,
                                       const std::string& version) {
  const auto pin = FindModel(catalog, name, version);
  if (!pin) return pin.error();
  auto description = DescriptionOf(**pin);
  for (const model::VersionStatus& status : catalog.List()) {
    if (status.id.name != name || status.state != model::VersionState::kReady) continue;
    if (version.empty() || status.id.version == (*pin)->id().version)
      description.versions.push_back(std::to_string(status.id.version));
  }
  return description;
}

Result<ModelConfiguration> Configuration(const model::Catalog& catalog, const std::string& name,
                                         const std::string& version) {
  const auto pin = FindModel(catalog, name, version);
  if (!pin) return pin.error();
  ModelConfiguration configuration;
  configuration.model = DescriptionOf(**pin);
  configuration.model.versions = {std::to_string((*pin)->id().version)};
  if (!(*pin)->batchable()) return configuration;
  configuration.max_batch_size = (*pin)->max_batch();
  DropBatchDimension(configuration.model.inputs);
  DropBatchDimension(configuration.model.outputs);
  return configuration;
}

std::string ConfigTypeName(tensor::DType dtype) {
  return dtype == tensor::DType::kBytes ? "TYPE_STRING" : fmt::format("TYPE_{}", tensor::Name(dtype));
}

}  // namespace crossdock::net

#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "base/result.h"
#include "manifest/manifest.h"

namespace crossdock::manifest {

/// What downstream relies on of every version of a model, kept apart from the versions that it judges: `contract.yaml` in the model's
/// folder, beside model.yaml; `name.contract.yaml` beside a bare file `name.onnx`.
struct Contract {
  std::vector<OutputContract> outputs;
  Status Validate() const { return ValidateOutputs(outputs); }
};

template <class V>
void Describe(Contract& c, V& v) {
  v.Field("outputs", c.outputs, "outputs that every version must have; it may have others beside them");
}

/// Where the contract of the model in this file would be: `name/1/model.onnx`, or `name.onnx`.
std::filesystem::path ContractFile(const std::filesystem::path& model_file);
/// Nothing if there is none.
/// errors  kInvalidArgument: not a contract, with file, line and key
Result<std::optional<Contract>> ReadContract(const std::filesystem::path& model_file);

}  // namespace crossdock::manifest

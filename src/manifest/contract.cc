#include "manifest/contract.h"

#include <system_error>
#include <utility>

#include "config/config.h"

namespace crossdock::manifest {

std::filesystem::path ContractFile(const std::filesystem::path& model_file) {
  const auto folder = model_file.parent_path();
  if (model_file.stem() == "model") return folder.parent_path() / "contract.yaml";
  return folder / (model_file.stem().string() + ".contract.yaml");
}

Result<std::optional<Contract>> ReadContract(const std::filesystem::path& model_file) {
  const std::filesystem::path file = ContractFile(model_file);
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return std::optional<Contract>();
  auto contract = config::ReadYamlFile<Contract>(file);
  if (!contract) return contract.error();
  return std::optional<Contract>(*std::move(contract));
}

}  // namespace crossdock::manifest

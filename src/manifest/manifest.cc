#include "manifest/manifest.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

#include <fmt/ranges.h>

#include "config/config.h"
#include "tensor/tensor.h"

namespace crossdock::manifest {

Status ValidateOutputs(const std::vector<OutputContract>& outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    const std::string field = fmt::format("outputs[{}]", i);
    if (outputs[i].name.empty()) return InvalidArgument(field + ".name", "an output needs a name");
    if (!tensor::ParseDType(outputs[i].dtype)) {
      return InvalidArgument(field + ".dtype", fmt::format("\"{}\" is no element type", outputs[i].dtype));
    }
  }
  return {};
}

Status Manifest::Validate() const {
  if (Status status = ValidateOutputs(outputs); !status) return status;
  for (size_t i = 0; i < measurements.size(); ++i) {
    if (measurements[i].runtime.empty()) {
      return InvalidArgument(fmt::format("measurements[{}].runtime", i), "a measurement needs its runtime");
    }
  }
  return {};
}

Result<std::optional<Manifest>> ReadManifest(const std::filesystem::path& version_folder) {
  const std::filesystem::path file = version_folder / kFileName;
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return std::optional<Manifest>();
  auto manifest = config::ReadYamlFile<Manifest>(file);
  if (!manifest) return manifest.error();
  return std::optional<Manifest>(std::move(*manifest));
}

Status WriteManifest(const std::filesystem::path& version_folder, const Manifest& manifest) {
  const std::filesystem::path file = version_folder / kFileName;
  const std::filesystem::path draft = version_folder / fmt::format(".{}.new", kFileName);
  {
    std::ofstream stream(draft, std::ios::binary | std::ios::trunc);
    stream << config::ToYaml(manifest);
    stream.flush();
    if (!stream) return Error{ErrorCode::kUnavailable, fmt::format("{} cannot be written", draft.string())};
  }
  std::error_code error;
  std::filesystem::rename(draft, file, error);
  if (error) return Error{ErrorCode::kUnavailable, fmt::format("{}: {}", file.string(), error.message())};
  return {};
}

std::vector<std::string> ProcessorFeatures(const std::filesystem::path& cpuinfo) {
  std::ifstream stream(cpuinfo);
  std::vector<std::string> features;
  for (std::string line; std::getline(stream, line);) {
    // "flags" on x86, "Features" on ARM; the first processor speaks for all.
    if (!line.starts_with("flags") && !line.starts_with("Features")) continue;
    std::istringstream words(line.substr(std::min(line.find(':'), line.size() - 1) + 1));
    for (std::string word; words >> word;) features.push_back(word);
    break;
  }
  std::sort(features.begin(), features.end());
  return features;
}

Status CheckFeatures(const Manifest& manifest, std::span<const std::string> present) {
  std::vector<std::string> missing;
  for (const std::string& feature : manifest.required_features) {
    if (std::find(present.begin(), present.end(), feature) == present.end()) missing.push_back(feature);
  }
  if (missing.empty()) return {};
  return Error{ErrorCode::kUnavailable,
               fmt::format("this processor lacks {}, which the manifest requires", fmt::join(missing, ", ")),
               "required_features", Reason::kModelFailed};
}

}  // namespace crossdock::manifest

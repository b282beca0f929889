#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/model_config.h"

namespace crossdock::model {

/// One version of a model as it lies on disk.
struct FoundVersion {
  std::string name;
  int version = 1;
  std::filesystem::path file;  // "DIR/name.onnx" or "DIR/name/1/model.onnx"
  ModelConfig config;
};

/// Something in the folder that looks like a model and cannot be one.
struct Refusal {
  std::string name;
  std::string reason;
};

struct Found {
  std::vector<FoundVersion> versions;  // by name and number, as the version policies choose them
  std::vector<Refusal> refusals;
};

/// Looks through a model repository: `name.onnx`, `name.xml`, `name.pt`, `name.fake` are version 1 of `name`; `name/<n>/model.onnx` (or
/// .xml, .pt, .fake) is version n, configured by `name/model.yaml`. Hidden and temporary entries (".x", "x.tmp", "x.part", "x~") are passed
/// over, and so is a version in whose folder something is still called x.tmp or x.part.
/// errors  kNotFound: no such folder
Result<Found> ScanRepository(const std::filesystem::path& folder);

/// The runtime that reads files of this kind: "onnxruntime"; empty for an unknown kind.
std::string RuntimeFor(const std::filesystem::path& file);

}  // namespace crossdock::model

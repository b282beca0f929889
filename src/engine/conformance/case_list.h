#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace crossdock::engine::conformance {

/// Inputs and expected outputs of one run, each a protobuf file, in the order of the graph's ports.
struct DataSet {
  std::vector<std::filesystem::path> inputs;
  std::vector<std::filesystem::path> outputs;
};

struct Case {
  std::string name;  // "node/test_add", "light/light_resnet50"
  std::filesystem::path model;
  std::vector<DataSet> data;
  bool generated_inputs =
      false;  // the data has none: element i of n is i / n, as the ONNX project's own runner makes them
};

/// The ONNX project's backend tests as Debian packages them: FOLDER/<set>/<case>/model.onnx with test_data_set_*.
std::vector<Case> FindTestdata(const std::filesystem::path& folder);
/// The light models of its Python package: FOLDER/<name>.onnx with <name>_output_0.pb.
std::vector<Case> FindLightModels(const std::filesystem::path& folder);

}  // namespace crossdock::engine::conformance

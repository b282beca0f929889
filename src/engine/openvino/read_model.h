#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <openvino/runtime/core.hpp>

namespace crossdock::engine::openvino {

struct ReadFile {
  std::shared_ptr<ov::Model> model;
  // The file's own names, in its order. A tensor of the model carries the names of all nodes that were folded into it, and does not
  // tell which was the port's. Empty where the reader does not say.
  std::vector<std::string> input_names;
  std::vector<std::string> output_names;
};

/// Reads a .xml file with its .bin, or an ONNX file of any other name. Only the reader that the name asks for sees the bytes: left to
/// itself OpenVINO shows them to each of its eight readers until one takes them. `extensions` are libraries with more operators.
/// throws  ov::Exception
ReadFile ReadModel(ov::Core& core, const std::filesystem::path& file,
                   const std::vector<std::filesystem::path>& extensions);

}  // namespace crossdock::engine::openvino

#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "tensor/tensor.h"

/// Writes small ONNX files for tests, good ones and broken ones: what a builder with a checker would refuse is what is wanted here.
namespace crossdock::engine::testing {

/// One graph. Calls append in order; a node must come after what it reads. The bytes are the protobuf wire form of a ModelProto.
class OnnxFile {
 public:
  explicit OnnxFile(int opset = 13, int ir_version = 8) : opset_(opset), ir_version_(ir_version) {}

  OnnxFile& Input(std::string_view name, tensor::DType dtype, const tensor::Shape& shape);
  OnnxFile& Output(std::string_view name, tensor::DType dtype, const tensor::Shape& shape);
  /// An input that is a sequence of FP32 tensors.
  OnnxFile& SequenceInput(std::string_view name);
  OnnxFile& Node(std::string_view op, const std::vector<std::string>& inputs, const std::vector<std::string>& outputs,
                 std::string_view domain = "");
  /// Attributes of the last node.
  OnnxFile& Int(std::string_view name, int64_t value);
  OnnxFile& Ints(std::string_view name, const std::vector<int64_t>& values);
  OnnxFile& Floats(std::string_view name, const tensor::Shape& shape,
                   const std::vector<float>& values);  // an initializer
  OnnxFile& Int64s(std::string_view name, const tensor::Shape& shape,
                   const std::vector<int64_t>& values);  // an initializer
  /// An FP32 initializer that lies in another file.
  OnnxFile& External(std::string_view name, const tensor::Shape& shape, std::string_view location);
  OnnxFile& Metadata(std::string_view key, std::string_view value);
  /// The name of the TorchScript module that computes the same (conformance/torch_modules.cc), for the runtime that reads those.
  OnnxFile& Torch(std::string_view module);

  const std::string& torch_module() const { return torch_module_; }
  /// The ports as declared so far.
  const std::vector<Port>& input_ports() const { return input_ports_; }
  const std::vector<Port>& output_ports() const { return output_ports_; }

  std::string Bytes() const;
  /// Writes to `file` and gives it back.
  std::filesystem::path Save(const std::filesystem::path& file) const;

 private:
  OnnxFile& Initializer(std::string_view name, const tensor::Shape& shape, int type, std::string_view raw);
  int opset_;
  int ir_version_;
  std::vector<std::string> nodes_;
  std::vector<std::string> domains_;
  std::string inputs_;
  std::string outputs_;
  std::string initializers_;
  std::string metadata_;
  std::string torch_module_;
  std::vector<Port> input_ports_;
  std::vector<Port> output_ports_;
};

/// Writes bytes as they are.
std::filesystem::path SaveBytes(const std::filesystem::path& file, std::string_view bytes);

}  // namespace crossdock::engine::testing

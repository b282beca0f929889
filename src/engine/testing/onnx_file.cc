#include "engine/testing/onnx_file.h"

#include <algorithm>
#include <array>
#include <fstream>

namespace crossdock::engine::testing {
namespace {

using tensor::DType;
using tensor::Shape;

// Field numbers of onnx.proto, by message.
namespace field {
constexpr int kModelIrVersion = 1, kModelGraph = 7, kModelOpset = 8, kModelMetadata = 14;
constexpr int kGraphNode = 1, kGraphName = 2, kGraphInitializer = 5, kGraphInput = 11, kGraphOutput = 12;
constexpr int kOpsetDomain = 1, kOpsetVersion = 2;
constexpr int kNodeInput = 1, kNodeOutput = 2, kNodeOp = 4, kNodeAttribute = 5, kNodeDomain = 7;
constexpr int kAttributeName = 1, kAttributeInt = 3, kAttributeInts = 8, kAttributeType = 20;
constexpr int kTensorDims = 1, kTensorType = 2, kTensorName = 8, kTensorRaw = 9, kTensorExternal = 13,
              kTensorLocation = 14;
constexpr int kPairKey = 1, kPairValue = 2;
constexpr int kValueName = 1, kValueType = 2, kTypeTensor = 1, kTypeSequence = 4, kSequenceElement = 1;
constexpr int kTensorTypeElement = 1, kTensorTypeShape = 2, kShapeDim = 1, kDimValue = 1, kDimName = 2;
}  // namespace field

constexpr int kAttributeIsInt = 2;
constexpr int kAttributeIsInts = 7;
constexpr int kFloat = 1;
constexpr int kInt64 = 7;
constexpr int kLocationExternal = 1;

void Varint(std::string& out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  out += static_cast<char>(value);
}

void Number(std::string& out, int field, int64_t value) {
  Varint(out, static_cast<uint64_t>(field) << 3);
  Varint(out, static_cast<uint64_t>(value));
}

void Text(std::string& out, int field, std::string_view value) {
  Varint(out, static_cast<uint64_t>(field) << 3 | 2);
  Varint(out, value.size());
  out += value;
}

int OnnxType(DType dtype) {
  constexpr std::array kTypes = {9, 2, 4, 12, 13, 3, 5, 6, 7, 10, 16, 1, 11, 8};  // in the order of DType
  return kTypes[static_cast<size_t>(dtype)];
}

std::string TensorType(DType dtype, const Shape& shape) {
  std::string dims;
  for (const int64_t dim : shape) {
    std::string one;
    dim < 0 ? Text(one, field::kDimName, "any") : Number(one, field::kDimValue, dim);
    Text(dims, field::kShapeDim, one);
  }
  std::string type;
  Number(type, field::kTensorTypeElement, OnnxType(dtype));
  Text(type, field::kTensorTypeShape, dims);
  std::string out;
  Text(out, field::kTypeTensor, type);
  return out;
}

std::string ValueInfo(std::string_view name, std::string_view type) {
  std::string out;
  Text(out, field::kValueName, name);
  Text(out, field::kValueType, type);
  return out;
}

std::string Pair(std::string_view key, std::string_view value) {
  std::string out;
  Text(out, field::kPairKey, key);
  Text(out, field::kPairValue, value);
  return out;
}

std::string Opset(std::string_view domain, int version) {
  std::string out;
  Text(out, field::kOpsetDomain, domain);
  Number(out, field::kOpsetVersion, version);
  return out;
}

std::string TensorHead(std::string_view name, const Shape& shape, int type) {
  std::string out;
  for (const int64_t dim : shape) Number(out, field::kTensorDims, dim);
  Number(out, field::kTensorType, type);
  Text(out, field::kTensorName, name);
  return out;
}

template <class T>
std::string_view Raw(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

}  // namespace

OnnxFile& OnnxFile::Torch(std::string_view module) {
  torch_module_ = module;
  return *this;
}

OnnxFile& OnnxFile::Input(std::string_view name, DType dtype, const Shape& shape) {
  input_ports_.push_back({std::string(name), dtype, shape});
  Text(inputs_, field::kGraphInput, ValueInfo(name, TensorType(dtype, shape)));
  return *this;
}

OnnxFile& OnnxFile::Output(std::string_view name, DType dtype, const Shape& shape) {
  output_ports_.push_back({std::string(name), dtype, shape});
  Text(outputs_, field::kGraphOutput, ValueInfo(name, TensorType(dtype, shape)));
  return *this;
}

OnnxFile& OnnxFile::SequenceInput(std::string_view name) {
  std::string element;
  Text(element, field::kSequenceElement, TensorType(DType::kF32, {-1}));
  std::string type;
  Text(type, field::kTypeSequence, element);
  Text(inputs_, field::kGraphInput, ValueInfo(name, type));
  return *this;
}

OnnxFile& OnnxFile::Node(std::string_view op, const std::vector<std::string>& inputs,
                         const std::vector<std::string>& outputs, std::string_view domain) {
  std::string node;
  for (const auto& name : inputs) Text(node, field::kNodeInput, name);
  for (const auto& name : outputs) Text(node, field::kNodeOutput, name);
  Text(node, field::kNodeOp, op);
  if (!domain.empty()) {
    Text(node, field::kNodeDomain, domain);
    if (std::find(domains_.begin(), domains_.end(), domain) == domains_.end()) domains_.emplace_back(domain);
  }
  nodes_.push_back(std::move(node));
  return *this;
}

OnnxFile& OnnxFile::Int(std::string_view name, int64_t value) {
  std::string attribute;
  Text(attribute, field::kAttributeName, name);
  Number(attribute, field::kAttributeInt, value);
  Number(attribute, field::kAttributeType, kAttributeIsInt);
  Text(nodes_.back(), field::kNodeAttribute, attribute);
  return *this;
}

OnnxFile& OnnxFile::Ints(std::string_view name, const std::vector<int64_t>& values) {
  std::string attribute;
  Text(attribute, field::kAttributeName, name);
  for (const int64_t value : values) Number(attribute, field::kAttributeInts, value);
  Number(attribute, field::kAttributeType, kAttributeIsInts);
  Text(nodes_.back(), field::kNodeAttribute, attribute);
  return *this;
}

OnnxFile& OnnxFile::Initializer(std::string_view name, const Shape& shape, int type, std::string_view raw) {
  std::string tensor = TensorHead(name, shape, type);
  Text(tensor, field::kTensorRaw, raw);
  Text(initializers_, field::kGraphInitializer, tensor);
  return *this;
}

OnnxFile& OnnxFile::Floats(std::string_view name, const Shape& shape, const std::vector<float>& values) {
  return Initializer(name, shape, kFloat, Raw(values));
}

OnnxFile& OnnxFile::Int64s(std::string_view name, const Shape& shape, const std::vector<int64_t>& values) {
  return Initializer(name, shape, kInt64, Raw(values));
}

OnnxFile& OnnxFile::External(std::string_view name, const Shape& shape, std::string_view location) {
  std::string tensor = TensorHead(name, shape, kFloat);
  Text(tensor, field::kTensorExternal, Pair("location", location));
  Number(tensor, field::kTensorLocation, kLocationExternal);
  Text(initializers_, field::kGraphInitializer, tensor);
  return *this;
}

OnnxFile& OnnxFile::Metadata(std::string_view key, std::string_view value) {
  Text(metadata_, field::kModelMetadata, Pair(key, value));
  return *this;
}

std::string OnnxFile::Bytes() const {
  std::string graph;
  for (const std::string& node : nodes_) Text(graph, field::kGraphNode, node);
  Text(graph, field::kGraphName, "test");
  graph += initializers_ + inputs_ + outputs_;
  std::string model;
  Number(model, field::kModelIrVersion, ir_version_);
  Text(model, field::kModelGraph, graph);
  Text(model, field::kModelOpset, Opset("", opset_));
  for (const std::string& domain : domains_) Text(model, field::kModelOpset, Opset(domain, 1));
  return model + metadata_;
}

std::filesystem::path OnnxFile::Save(const std::filesystem::path& file) const { return SaveBytes(file, Bytes()); }

std::filesystem::path SaveBytes(const std::filesystem::path& file, std::string_view bytes) {
  std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return file;
}

}  // namespace crossdock::engine::testing

#include "engine/conformance/proto_file.h"

#include <cstring>
#include <fstream>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <onnx/onnx-data.pb.h>
#include <onnx/onnx-ml.pb.h>

namespace crossdock::engine::conformance {
namespace {

using tensor::DType;
using tensor::Tensor;

template <class Proto>
Result<Proto> Parse(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  Proto proto;
  if (!stream || !proto.ParseFromIstream(&stream)) return InvalidArgument("file", file.string() + " does not parse");
  return proto;
}

std::optional<DType> FromProto(int type) {
  switch (type) {
    case onnx::TensorProto::BOOL: return DType::kBool;
    case onnx::TensorProto::UINT8: return DType::kU8;
    case onnx::TensorProto::UINT16: return DType::kU16;
    case onnx::TensorProto::UINT32: return DType::kU32;
    case onnx::TensorProto::UINT64: return DType::kU64;
    case onnx::TensorProto::INT8: return DType::kI8;
    case onnx::TensorProto::INT16: return DType::kI16;
    case onnx::TensorProto::INT32: return DType::kI32;
    case onnx::TensorProto::INT64: return DType::kI64;
    case onnx::TensorProto::FLOAT16: return DType::kF16;
    case onnx::TensorProto::BFLOAT16: return DType::kBF16;
    case onnx::TensorProto::FLOAT: return DType::kF32;
    case onnx::TensorProto::DOUBLE: return DType::kF64;
    case onnx::TensorProto::STRING: return DType::kBytes;
    default: return std::nullopt;
  }
}

template <class T, class Field>
void CopyField(const Field& from, std::span<std::byte> to) {
  for (int i = 0; i < from.size() && (static_cast<size_t>(i) + 1) * sizeof(T) <= to.size(); ++i) {
    const T value = static_cast<T>(from[i]);
    std::memcpy(to.data() + static_cast<size_t>(i) * sizeof(T), &value, sizeof(T));
  }
}

/// Elements lie in `raw_data`, or in the typed field that the ONNX specification names for the type.
void CopyElements(const onnx::TensorProto& proto, DType dtype, std::span<std::byte> to) {
  if (proto.has_raw_data()) {
    std::memcpy(to.data(), proto.raw_data().data(), std::min(to.size(), proto.raw_data().size()));
    return;
  }
  switch (dtype) {
    case DType::kF32: return CopyField<float>(proto.float_data(), to);
    case DType::kF64: return CopyField<double>(proto.double_data(), to);
    case DType::kI64: return CopyField<int64_t>(proto.int64_data(), to);
    case DType::kU64: return CopyField<uint64_t>(proto.uint64_data(), to);
    case DType::kU32: return CopyField<uint32_t>(proto.uint64_data(), to);
    case DType::kI32: return CopyField<int32_t>(proto.int32_data(), to);
    default: break;
  }
  return tensor::SizeOf(dtype) == 1 ? CopyField<uint8_t>(proto.int32_data(), to)
                                    : CopyField<uint16_t>(proto.int32_data(), to);
}

Result<Tensor> ToTensor(const onnx::TensorProto& proto) {
  const auto dtype = FromProto(proto.data_type());
  if (!dtype)
    return Error{ErrorCode::kUnimplemented,
                 fmt::format("element type {} has no name in the protocol", proto.data_type())};
  tensor::Shape shape(proto.dims().begin(), proto.dims().end());
  if (*dtype == DType::kBytes) {
    return Tensor::OfStrings(std::move(shape),
                             std::vector<std::string_view>(proto.string_data().begin(), proto.string_data().end()));
  }
  auto out = Tensor::Allocate(*dtype, std::move(shape));
  if (out && !out->empty()) CopyElements(proto, *dtype, out->mutable_view().bytes);
  return out;
}

Result<Value> ToSequence(const onnx::SequenceProto& proto) {
  Value value{Kind::kSequence, {}};
  for (const auto& element : proto.tensor_values()) {
    auto one = ToTensor(element);
    if (!one) return one.error();
    value.tensors.push_back(*std::move(one));
  }
  return value;
}

Tensor AsBfloat16(const Tensor& bits) { return Tensor::CopyOf({DType::kBF16, bits.shape(), bits.view().bytes}); }

Result<Value> Single(const onnx::TensorProto& proto) {
  auto one = ToTensor(proto);
  if (!one) return one.error();
  return Value{Kind::kTensor, {*std::move(one)}};
}

Result<Value> ToOptional(const onnx::OptionalProto& proto) {
  if (proto.has_tensor_value()) return Single(proto.tensor_value());
  if (proto.has_sequence_value()) return ToSequence(proto.sequence_value());
  return Value{Kind::kOptional, {}};
}

GraphPort ToPort(const onnx::ValueInfoProto& info) {
  GraphPort port;
  port.name = info.name();
  port.kind = Kind::kOther;
  if (info.type().has_sequence_type()) port.kind = Kind::kSequence;
  if (info.type().has_optional_type()) port.kind = Kind::kOptional;
  if (!info.type().has_tensor_type()) return port;
  port.kind = Kind::kTensor;
  port.bfloat16 = info.type().tensor_type().elem_type() == onnx::TensorProto::BFLOAT16;
  for (const auto& dim : info.type().tensor_type().shape().dim())
    port.shape.push_back(dim.has_dim_value() ? dim.dim_value() : 1);
  return port;
}

}  // namespace

Result<Graph> ReadGraph(const std::filesystem::path& model) {
  auto proto = Parse<onnx::ModelProto>(model);
  if (!proto) return proto.error();
  std::set<std::string> initializers;
  for (const auto& tensor : proto->graph().initializer()) initializers.insert(tensor.name());
  Graph graph;
  for (const auto& input : proto->graph().input()) {
    if (!initializers.contains(input.name())) graph.inputs.push_back(ToPort(input));
  }
  for (const auto& output : proto->graph().output()) graph.outputs.push_back(ToPort(output));
  return graph;
}

Result<Value> ReadValue(const std::filesystem::path& file, const GraphPort& port) {
  if (port.kind == Kind::kTensor) {
    auto proto = Parse<onnx::TensorProto>(file);
    if (!proto) return proto.error();
    auto value = Single(*proto);
    if (value && port.bfloat16 && value->tensors[0].dtype() == DType::kU16)
      value->tensors[0] = AsBfloat16(value->tensors[0]);
    return value;
  }
  if (port.kind == Kind::kSequence) {
    auto proto = Parse<onnx::SequenceProto>(file);
    if (!proto) return proto.error();
    return ToSequence(*proto);
  }
  if (port.kind == Kind::kOptional) {
    auto proto = Parse<onnx::OptionalProto>(file);
    if (!proto) return proto.error();
    return ToOptional(*proto);
  }
  return Error{ErrorCode::kUnimplemented, "a map or sparse tensor"};
}

Result<Value> GenerateValue(const GraphPort& port) {
  auto out = Tensor::Allocate(DType::kF32, port.shape);
  if (!out) return out.error();
  const auto values = out->as<float>();
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(static_cast<double>(i) / static_cast<double>(values.size()));
  return Value{Kind::kTensor, {*std::move(out)}};
}

}  // namespace crossdock::engine::conformance

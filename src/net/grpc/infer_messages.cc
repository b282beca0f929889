#include "net/grpc/infer_messages.h"

#include <limits>
#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "net/binary_tensor.h"
#include "net/call_parameters.h"
#include "net/grpc/typed_contents.h"

namespace crossdock::net::grpc {
namespace {

Result<ParameterValue> ToParameter(const inference::InferParameter& parameter, const std::string& field) {
  using Message = inference::InferParameter;
  switch (parameter.parameter_choice_case()) {
    case Message::kBoolParam: return ParameterValue(parameter.bool_param());
    case Message::kInt64Param: return ParameterValue(parameter.int64_param());
    case Message::kStringParam: return ParameterValue(std::string_view(parameter.string_param()));
    case Message::kDoubleParam: return ParameterValue(parameter.double_param());
    case Message::kUint64Param:
      if (parameter.uint64_param() > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
        return ParameterValue(static_cast<double>(parameter.uint64_param()));
      }
      return ParameterValue(static_cast<int64_t>(parameter.uint64_param()));
    case Message::PARAMETER_CHOICE_NOT_SET: break;
  }
  return InvalidArgument(field, "a parameter without a value");
}

/// Calls `visit` with each parameter of a map.
template <class Map, class Visit>
Status ForEachParameter(const Map& map, const std::string& field, Visit&& visit) {
  for (const auto& [name, parameter] : map) {
    const auto value = ToParameter(parameter, fmt::format("{}.{}", field, name.substr(0, 64)));
    if (!value) return value.error();
    if (auto visited = visit(name, *value); !visited) return visited;
  }
  return {};
}

Result<tensor::Tensor> RawTensor(tensor::DType dtype, tensor::Shape shape, std::string& contents,
                                 const std::string& field) {
  // The bytes change hands, so that the tensor may outlive the call.
  const auto owner = std::make_shared<std::string>(std::move(contents));
  return BinaryTensor(dtype, std::move(shape), owner, std::as_bytes(std::span(*owner)), field);
}

Result<pipeline::NamedTensor> DecodeInput(inference::ModelInferRequest& message, int i) {
  auto& input = *message.mutable_inputs(i);
  const auto field = fmt::format("inputs[{}]", i);
  const auto dtype = ParseDataType(input.datatype(), field + ".datatype");
  if (!dtype) return dtype.error();
  const auto checked = ForEachParameter(
      input.parameters(), field + ".parameters",
      [&](const std::string& name, const ParameterValue& value) { return CheckTensorParameter(name, value, field); });
  if (!checked) return checked.error();
  tensor::Shape shape(input.shape().begin(), input.shape().end());
  const bool raw = message.raw_input_contents_size() > 0;
  if (raw && HasElements(input.contents())) {
    return InvalidArgument(field + ".contents",
                           fmt::format("input \"{}\" has both typed and raw contents", input.name()));
  }
  auto tensor = raw ? RawTensor(*dtype, std::move(shape), *message.mutable_raw_input_contents(i), field)
                    : TypedTensor(*dtype, std::move(shape), input.contents(), field);
  if (!tensor) return tensor.error();
  return pipeline::NamedTensor{input.name(), std::move(*tensor)};
}

Result<WantedOutput> DecodeOutput(const inference::ModelInferRequest& message, int i) {
  const auto& output = message.outputs(i);
  const auto field = fmt::format("outputs[{}]", i);
  const auto checked = ForEachParameter(
      output.parameters(), field + ".parameters",
      [&](const std::string& name, const ParameterValue& value) { return CheckTensorParameter(name, value, field); });
  if (!checked) return checked.error();
  return WantedOutput{output.name(), std::nullopt};
}

void AddMilliseconds(inference::ModelInferResponse& message, const char* name, Nanos time) {
  (*message.mutable_parameters())[name].set_double_param(std::chrono::duration<double, std::milli>(time).count());
}

}  // namespace

Result<InferCall> DecodeInfer(inference::ModelInferRequest& message) {
  InferCall call;
  call.model = message.model_name();
  call.version = message.model_version();
  call.body_id = message.id();
  const auto applied = ForEachParameter(
      message.parameters(), "parameters",
      [&](const std::string& name, const ParameterValue& value) { return ApplyRequestParameter(name, value, call); });
  if (!applied) return applied.error();
  const int inputs = message.inputs_size();
  const int raw = message.raw_input_contents_size();
  if (static_cast<size_t>(inputs) > kMaxTensors)
    return InvalidArgument("inputs", fmt::format("more than {}", kMaxTensors));
  if (static_cast<size_t>(message.outputs_size()) > kMaxTensors)
    return InvalidArgument("outputs", fmt::format("more than {}", kMaxTensors));
  if (raw != 0 && raw != inputs)
    return InvalidArgument("raw_input_contents", fmt::format("{} entries for {} inputs", raw, inputs));
  for (int i = 0; i < inputs; ++i) {
    auto input = DecodeInput(message, i);
    if (!input) return input.error();
    call.inputs.push_back(std::move(*input));
  }
  for (int i = 0; i < message.outputs_size(); ++i) {
    auto output = DecodeOutput(message, i);
    if (!output) return output.error();
    call.outputs.push_back(std::move(*output));
  }
  return call;
}

void DescribeInferReply(const std::string& id, bool timing, const pipeline::InferAnswer& answer,
                        inference::ModelInferResponse& message) {
  message.set_model_name(answer.model.name);
  message.set_model_version(std::to_string(answer.model.version));
  message.set_id(id);
  for (const auto& [name, tensor] : answer.outputs) {
    auto& output = *message.add_outputs();
    output.set_name(name);
    output.set_datatype(tensor::Name(tensor.dtype()));
    output.mutable_shape()->Assign(tensor.shape().begin(), tensor.shape().end());
  }
  if (!timing) return;
  AddMilliseconds(message, "queue_ms", answer.timing.queue);
  AddMilliseconds(message, "pre_ms", answer.timing.preprocess);
  AddMilliseconds(message, "engine_ms", answer.timing.engine);
  AddMilliseconds(message, "post_ms", answer.timing.postprocess);
  (*message.mutable_parameters())["batch_rows"].set_int64_param(answer.timing.batch_rows);
}

void EncodeInferReply(const std::string& id, bool timing, const pipeline::InferAnswer& answer,
                      inference::ModelInferResponse& message) {
  DescribeInferReply(id, timing, answer, message);
  for (const auto& output : answer.outputs) {
    const auto bytes = output.tensor.view().bytes;
    message.add_raw_output_contents(bytes.data(), bytes.size());
  }
}

}  // namespace crossdock::net::grpc

#include "net/grpc/infer_messages.h"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crossdock::net::grpc {
namespace {

using inference::ModelInferRequest;
using tensor::DType;

ModelInferRequest::InferInputTensor& AddInput(ModelInferRequest& message, const std::string& name,
                                              const std::string& datatype, std::vector<int64_t> shape) {
  auto& input = *message.add_inputs();
  input.set_name(name);
  input.set_datatype(datatype);
  input.mutable_shape()->Assign(shape.begin(), shape.end());
  return input;
}

std::string FieldOf(ModelInferRequest message) {
  const auto call = DecodeInfer(message);
  return call ? "accepted" : call.error().field;
}

TEST(DecodeInferMessage, TakesRawContentsWithoutACopy) {
  ModelInferRequest message;
  message.set_model_name("m");
  message.set_model_version("3");
  message.set_id("mine");
  AddInput(message, "A", "FP64", {128});
  AddInput(message, "B", "BYTES", {1});
  message.add_raw_input_contents(std::string(1024, '\0'));
  message.add_raw_input_contents(std::string("\1\0\0\0x", 5));
  message.add_outputs()->set_name("Y");
  const auto* bytes = message.raw_input_contents(0).data();
  const auto call = DecodeInfer(message);
  ASSERT_TRUE(call) << call.error().field;
  EXPECT_EQ(call->model, "m");
  EXPECT_EQ(call->version, "3");
  EXPECT_EQ(call->body_id, "mine");
  EXPECT_EQ(static_cast<const void*>(call->inputs[0].tensor.view().bytes.data()), bytes);
  EXPECT_EQ(tensor::Strings(call->inputs[1].tensor.view())->at(0), "x");
  EXPECT_EQ(call->outputs[0].name, "Y");
}

TEST(DecodeInferMessage, TakesEmptyTensorsInEitherForm) {
  ModelInferRequest typed;
  AddInput(typed, "A", "FP32", {0, 4});
  EXPECT_EQ(FieldOf(typed), "accepted");
  ModelInferRequest raw = typed;
  raw.add_raw_input_contents("");
  EXPECT_EQ(FieldOf(raw), "accepted");
}

TEST(DecodeInferMessage, RefusesContentsThatContradictEachOther) {
  ModelInferRequest message;
  AddInput(message, "A", "INT32", {1}).mutable_contents()->add_int_contents(1);
  EXPECT_EQ(FieldOf(message), "accepted");
  AddInput(message, "B", "INT32", {1});
  EXPECT_EQ(FieldOf(message), "inputs[1].contents") << "no data at all";
  message.add_raw_input_contents("1234");
  EXPECT_EQ(FieldOf(message), "raw_input_contents") << "one for two inputs";
  message.add_raw_input_contents("1234");
  EXPECT_EQ(FieldOf(message), "inputs[0].contents") << "typed and raw at once";
  message.mutable_inputs(0)->clear_contents();
  EXPECT_EQ(FieldOf(message), "accepted");
  message.add_raw_input_contents("1234");
  EXPECT_EQ(FieldOf(message), "raw_input_contents") << "three for two inputs";
  ModelInferRequest none;
  none.add_raw_input_contents("1234");
  EXPECT_EQ(FieldOf(none), "raw_input_contents");
}

TEST(DecodeInferMessage, BoundsWhatOneMessageMaySay) {
  ModelInferRequest inputs;
  ModelInferRequest outputs;
  for (size_t i = 0; i <= kMaxTensors; ++i) {
    AddInput(inputs, std::to_string(i), "INT32", {0});
    outputs.add_outputs()->set_name(std::to_string(i));
  }
  EXPECT_EQ(FieldOf(inputs), "inputs");
  EXPECT_EQ(FieldOf(outputs), "outputs");
}

TEST(DecodeInferMessage, ReadsParametersOfEveryKind) {
  ModelInferRequest message;
  auto& parameters = *message.mutable_parameters();
  parameters["tier"].set_string_param("critical");
  parameters["priority"].set_uint64_param(2);
  parameters["timeout"].set_int64_param(1500);
  parameters["deadline_ms"].set_double_param(2.5);
  parameters["timing"].set_bool_param(true);
  parameters["huge"].set_uint64_param(std::numeric_limits<uint64_t>::max());
  auto copy = message;
  const auto call = DecodeInfer(copy);
  ASSERT_TRUE(call) << call.error().field;
  EXPECT_EQ(call->options.tier, "critical");
  EXPECT_EQ(call->options.priority, 2);
  EXPECT_EQ(call->options.timeout_us, 1500);
  EXPECT_EQ(call->options.deadline_ms, 2.5);
  EXPECT_TRUE(call->options.timing);
  parameters["priority"].set_uint64_param(std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(FieldOf(message), "parameters.priority");
  parameters["priority"].clear_parameter_choice();
  EXPECT_EQ(FieldOf(message), "parameters.priority") << "a parameter without a value";
}

TEST(DecodeInferMessage, NamesTheTensorsParameterThatIsNotServed) {
  ModelInferRequest message;
  auto& input = AddInput(message, "A", "INT32", {0});
  (*input.mutable_parameters())["shared_memory_region"].set_string_param("r");
  EXPECT_EQ(FieldOf(message), "inputs[0].parameters.shared_memory_region");
  input.clear_parameters();
  (*message.add_outputs()->mutable_parameters())["classification"].set_int64_param(3);
  EXPECT_EQ(FieldOf(message), "outputs[0].parameters.classification");
}

TEST(EncodeInferReplyMessage, WritesOutputsAsRawContentsInTheirOrder) {
  pipeline::InferAnswer answer;
  answer.model = {"m", 7};
  const std::string_view words[] = {"ж"};
  answer.outputs.push_back({"T", tensor::Tensor::OfStrings({1, 1}, words)});
  answer.outputs.push_back({"E", *tensor::Tensor::Allocate(DType::kBF16, {0, 2})});
  answer.timing.engine = std::chrono::microseconds(1500);
  answer.timing.batch_rows = 3;
  inference::ModelInferResponse message;
  EncodeInferReply("id", true, answer, message);
  EXPECT_EQ(message.model_name(), "m");
  EXPECT_EQ(message.model_version(), "7");
  EXPECT_EQ(message.id(), "id");
  ASSERT_EQ(message.outputs_size(), 2);
  ASSERT_EQ(message.raw_output_contents_size(), 2) << "an empty output has its contents too";
  EXPECT_EQ(message.outputs(0).datatype(), "BYTES");
  EXPECT_EQ(message.raw_output_contents(0), std::string("\2\0\0\0ж", 6));
  EXPECT_EQ(message.outputs(1).datatype(), "BF16");
  EXPECT_EQ(message.outputs(1).shape_size(), 2);
  EXPECT_EQ(message.parameters().at("engine_ms").double_param(), 1.5);
  EXPECT_EQ(message.parameters().at("batch_rows").int64_param(), 3);
  inference::ModelInferResponse plain;
  EncodeInferReply("id", false, answer, plain);
  EXPECT_TRUE(plain.parameters().empty());
}

}  // namespace
}  // namespace crossdock::net::grpc

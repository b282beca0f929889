#include "net/http/infer_decode.h"

#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "net/testing/echo_service.h"

namespace crossdock::net::http {
namespace {

using tensor::DType;
using ::testing::HasSubstr;

Result<InferCall> Decode(std::string_view json) { return DecodeInfer(Body::Of(json), ""); }

/// One input X of that type, shape and data.
std::string WithInput(std::string_view datatype, std::string_view shape, std::string_view data) {
  return fmt::format(R"({{"inputs":[{{"name":"X","datatype":"{}","shape":{},"data":{}}}]}})", datatype, shape, data);
}

template <class T>
std::vector<T> Elements(const Result<InferCall>& call) {
  if (!call) {
    ADD_FAILURE() << call.error().field << ": " << call.error().message;
    return {};
  }
  const auto elements = call->inputs[0].tensor.as<T>();
  return {elements.begin(), elements.end()};
}

std::string FieldOf(std::string_view json) {
  const auto call = Decode(json);
  return call ? "accepted" : call.error().field;
}

TEST(DecodeInfer, ReadsEveryNumberTypeAtItsLimits) {
  EXPECT_EQ(Elements<int8_t>(Decode(WithInput("INT8", "[2]", "[-128,127]"))), (std::vector<int8_t>{-128, 127}));
  EXPECT_EQ(Elements<uint16_t>(Decode(WithInput("UINT16", "[2]", "[0,65535]"))), (std::vector<uint16_t>{0, 65535}));
  EXPECT_EQ(Elements<int64_t>(Decode(WithInput("INT64", "[2]", "[-9223372036854775808,9223372036854775807]"))),
            (std::vector<int64_t>{INT64_MIN, INT64_MAX}));
  EXPECT_EQ(Elements<uint64_t>(Decode(WithInput("UINT64", "[1]", "[18446744073709551615]"))),
            (std::vector<uint64_t>{UINT64_MAX}));
  EXPECT_EQ(Elements<float>(Decode(WithInput("FP32", "[3]", "[0.1,-1e38,7]"))), (std::vector<float>{0.1f, -1e38f, 7}));
  EXPECT_EQ(Elements<double>(Decode(WithInput("FP64", "[2]", "[1e308,5e-324]"))), (std::vector<double>{1e308, 5e-324}));
  EXPECT_EQ(Elements<bool>(Decode(WithInput("BOOL", "[4]", "[true,false,1,0]"))),
            (std::vector<bool>{true, false, true, false}));
}

TEST(DecodeInfer, RoundsHalfTypesToNearest) {
  EXPECT_EQ(Elements<uint16_t>(Decode(WithInput("FP16", "[3]", "[0.1,65504,-2]"))),
            (std::vector<uint16_t>{0x2E66, 0x7BFF, 0xC000}));
  EXPECT_EQ(Elements<uint16_t>(Decode(WithInput("BF16", "[2]", "[0.1,3.0e38]"))),
            (std::vector<uint16_t>{0x3DCD, 0x7F62}));
}

TEST(DecodeInfer, RefusesWhatDoesNotFitTheTypeNamingTheElement) {
  for (const auto& [type, value] : std::vector<std::pair<const char*, const char*>>{{"INT8", "128"},
                                                                                    {"UINT8", "-1"},
                                                                                    {"INT32", "1.5"},
                                                                                    {"INT64", "9223372036854775808"},
                                                                                    {"UINT64", "18446744073709551616"},
                                                                                    {"FP16", "65520"},
                                                                                    {"FP32", "1e39"},
                                                                                    {"FP64", "1e999"},
                                                                                    {"BOOL", "2"},
                                                                                    {"FP32", "\"1\""},
                                                                                    {"FP32", "null"},
                                                                                    {"FP32", "true"},
                                                                                    {"BYTES", "1"},
                                                                                    {"FP32", "{}"},
                                                                                    {"INT32", "[1]"},
                                                                                    {"FP32", "NaN"},
                                                                                    {"FP32", "Infinity"},
                                                                                    {"FP32", "-Infinity"},
                                                                                    {"FP32", "nul"}}) {
    const auto call = Decode(WithInput(type, "[3]", fmt::format("[0,{},0]", value)));
    if (std::string_view(type) == "BYTES") continue;
    ASSERT_FALSE(call) << type << " " << value;
    EXPECT_EQ(call.error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(call.error().field, "inputs[0].data[1]") << type << " " << value << ": " << call.error().message;
  }
  EXPECT_EQ(FieldOf(WithInput("BYTES", "[2]", "[\"a\",1]")), "inputs[0].data[1]");
  EXPECT_THAT(Decode(WithInput("FP32", "[1]", "[NaN]")).error().message, HasSubstr("binary"));
}

TEST(DecodeInfer, TakesFlatAndNestedDataInTheSameOrder) {
  const std::vector<int32_t> expected{1, 2, 3, 4, 5, 6};
  EXPECT_EQ(Elements<int32_t>(Decode(WithInput("INT32", "[2,3]", "[1,2,3,4,5,6]"))), expected);
  EXPECT_EQ(Elements<int32_t>(Decode(WithInput("INT32", "[2,3]", " [ [1,2,3] , [4,5,6] ] "))), expected);
  EXPECT_EQ(Elements<int32_t>(Decode(WithInput("INT32", "[1,2,3]", "[[[1,2,3],[4,5,6]]]"))), expected);
  EXPECT_EQ(Elements<int32_t>(Decode(WithInput("INT32", "[0,3]", "[]"))), std::vector<int32_t>{});
  EXPECT_EQ(Elements<int32_t>(Decode(WithInput("INT32", "[2,0]", "[[],[]]"))), std::vector<int32_t>{});
}

TEST(DecodeInfer, TakesScalars) {
  EXPECT_EQ(Elements<float>(Decode(WithInput("FP32", "[]", "2.5"))), (std::vector<float>{2.5}));
  EXPECT_EQ(Elements<float>(Decode(WithInput("FP32", "[]", "[2.5]"))), (std::vector<float>{2.5}));
  EXPECT_EQ(FieldOf(WithInput("FP32", "[]", "[1,2]")), "inputs[0].data");
}

TEST(DecodeInfer, RefusesRaggedAndMiscountedData) {
  EXPECT_EQ(FieldOf(WithInput("INT32", "[2,3]", "[[1,2,3],[4,5]]")), "inputs[0].data[1]");
  EXPECT_EQ(FieldOf(WithInput("INT32", "[2,3]", "[[1,2,3],[4,5,6,7]]")), "inputs[0].data[1]");
  EXPECT_EQ(FieldOf(WithInput("INT32", "[2,3]", "[[1,2,3],4]")), "inputs[0].data[1]");
  EXPECT_EQ(FieldOf(WithInput("INT32", "[2,3]", "[[1,2],[3,4],[5,6]]")), "inputs[0].data[0]");
  EXPECT_EQ(FieldOf(WithInput("INT32", "[2,3]", "[[1,2,3]]")), "inputs[0].data");
  EXPECT_EQ(FieldOf(WithInput("INT32", "[2,3]", "[1,2,3,4,5]")), "inputs[0].data");
  EXPECT_EQ(FieldOf(WithInput("INT32", "[2]", "[1,2,3]")), "inputs[0].data");
  EXPECT_EQ(FieldOf(WithInput("INT32", "[2]", "[[1,2]]")), "inputs[0].data");
  EXPECT_EQ(FieldOf(WithInput("INT32", "[2]", "5")), "inputs[0].data");
}

TEST(DecodeInfer, RefusesImpossibleShapesBeforeTakingMemory) {
  EXPECT_EQ(FieldOf(WithInput("FP32", "[4294967296,4294967296]", "[1,2]")), "inputs[0].shape");
  EXPECT_EQ(FieldOf(WithInput("FP32", "[1000000000]", "[1,2]")), "inputs[0].shape");
  EXPECT_EQ(FieldOf(WithInput("FP32", "[-1]", "[1,2]")), "inputs[0].shape");
  EXPECT_EQ(FieldOf(WithInput("FP32", "[1.5]", "[1,2]")), "inputs[0].shape[0]");
  EXPECT_EQ(FieldOf(WithInput("FP32", "2", "[1,2]")), "inputs[0].shape");
  EXPECT_EQ(FieldOf(WithInput("FP32", "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]", "[1]")), "inputs[0].shape");
}

TEST(DecodeInfer, KeepsTextWhateverIsInIt) {
  const auto call =
      Decode(WithInput("BYTES", "[2,3]", R"([["Привет","\ud83d\ude00 😀",""],["a\u0000b","\"\\\/\n","x"]])"));
  ASSERT_TRUE(call) << call.error().message;
  const auto strings = tensor::Strings(call->inputs[0].tensor.view());
  EXPECT_EQ(*strings,
            (std::vector<std::string_view>{"Привет", "😀 😀", "", std::string_view("a\0b", 3), "\"\\/\n", "x"}));
  EXPECT_EQ(FieldOf(WithInput("BYTES", "[1]", R"(["\ud800"])")), "inputs[0].data");
  EXPECT_EQ(FieldOf(WithInput("BYTES", "[1]", "[\"\xff\"]")), "body");
}

TEST(DecodeInfer, TakesFieldsInAnyOrder) {
  const auto call = Decode(
      R"({"outputs":[{"name":"Y"}],"inputs":[{"data":[[1,2],[3,4]],"shape":[2,2],"parameters":{},"datatype":"FP32","name":"X"},)"
      R"({"name":"Z","shape":[1],"data":["s"],"datatype":"BYTES"}],"id":"7"})");
  EXPECT_EQ(Elements<float>(call), (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(call->body_id, "7");
  EXPECT_EQ(call->inputs.size(), 2u);
  EXPECT_EQ(call->outputs[0].name, "Y");
}

TEST(DecodeInfer, NamesFieldsThatAreMissingUnknownOrTwice) {
  EXPECT_EQ(FieldOf(R"({"inputs":[{"datatype":"FP32","shape":[1],"data":[1]}]})"), "inputs[0].name");
  EXPECT_EQ(FieldOf(R"({"inputs":[{"name":"X","shape":[1],"data":[1]}]})"), "inputs[0].datatype");
  EXPECT_EQ(FieldOf(R"({"inputs":[{"name":"X","datatype":"FP32","data":[1]}]})"), "inputs[0].shape");
  EXPECT_EQ(FieldOf(R"({"inputs":[{"name":"X","datatype":"FP32","shape":[1]}]})"), "inputs[0].data");
  EXPECT_EQ(FieldOf(R"({"inputs":[],"input":[]})"), "input");
  EXPECT_EQ(FieldOf(R"({"inputs":[{"name":"X","dtype":"FP32"}]})"), "inputs[0].dtype");
  EXPECT_EQ(FieldOf(R"({"id":"1","id":"2"})"), "id");
  EXPECT_EQ(FieldOf(R"({"inputs":[{"name":"X","datatype":"FLOAT","shape":[1],"data":[1]}]})"), "inputs[0].datatype");
  EXPECT_EQ(FieldOf(R"({"outputs":[{"parameters":{}}]})"), "outputs[0].name");
}

TEST(DecodeInfer, RefusesWhatIsNoJson) {
  for (const char* bad : {"", "   ", "nonsense", "{", "{\"id\"", "[1]", "\"x\"", "{\"inputs\":[}", "{\"id\":\"1\",}",
                          "{} x", "{\"id\":\"1\"}}", "{'id':'1'}"}) {
    const auto call = Decode(bad);
    ASSERT_FALSE(call) << bad;
    EXPECT_EQ(call.error().code, ErrorCode::kInvalidArgument) << bad;
  }
}

TEST(DecodeInfer, RefusesDeepNestingWithoutRecursion) {
  const std::string open(200'000, '[');
  const std::string close(200'000, ']');
  EXPECT_EQ(FieldOf("{\"parameters\":{\"x\":" + open + close + "}}"), "parameters.x");
  EXPECT_EQ(FieldOf(WithInput("FP32", "[1]", open + close)), "inputs[0].data");
  EXPECT_EQ(FieldOf("{\"parameters\":{\"x\":{\"y\":1}}}"), "parameters.x");
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  EXPECT_NE(FieldOf("{\"inputs\":" + objects), "accepted");
}

TEST(DecodeInfer, ReadsTheParametersOfARequest) {
  const auto call = Decode(
      R"({"parameters":{"tier":"critical","priority":2,"timeout":1500,"deadline_ms":2.5,"timing":true,"mine":"x","big":1e30},"inputs":[]})");
  ASSERT_TRUE(call) << call.error().message;
  EXPECT_EQ(call->options.tier, "critical");
  EXPECT_EQ(call->options.priority, 2);
  EXPECT_EQ(call->options.timeout_us, 1500);
  EXPECT_EQ(call->options.deadline_ms, 2.5);
  EXPECT_TRUE(call->options.timing);
  EXPECT_EQ(FieldOf(R"({"parameters":{"tier":1}})"), "parameters.tier");
  EXPECT_EQ(FieldOf(R"({"parameters":{"sequence_id":7}})"), "parameters.sequence_id");
  EXPECT_EQ(Decode(R"({"parameters":{"sequence_id":7}})").error().code, ErrorCode::kUnimplemented);
  EXPECT_EQ(
      FieldOf(R"({"inputs":[{"name":"X","datatype":"FP32","shape":[1],"parameters":{"shared_memory_region":"r"}}]})"),
      "inputs[0].parameters.shared_memory_region");
  EXPECT_EQ(FieldOf(R"({"outputs":[{"name":"Y","parameters":{"classification":3}}]})"),
            "outputs[0].parameters.classification");
}

TEST(DecodeInfer, CutsBinaryInputsFromBehindTheJson) {
  const std::string json =
      R"({"inputs":[{"name":"A","datatype":"FP32","shape":[2],"parameters":{"binary_data_size":8}},)"
      R"({"name":"J","datatype":"INT32","shape":[1],"data":[5]},)"
      R"({"name":"B","datatype":"BYTES","shape":[2],"parameters":{"binary_data_size":11}}],"parameters":{"binary_data_output":true}})";
  const float floats[2] = {1.5, -2};
  std::string body =
      json + std::string(reinterpret_cast<const char*>(floats), 8) + std::string("\2\0\0\0ab\1\0\0\0c", 11);
  const auto call = DecodeInfer(Body::Of(body, json.size()), std::to_string(json.size()));
  ASSERT_TRUE(call) << call.error().field << call.error().message;
  EXPECT_EQ(call->inputs[0].tensor.as<float>()[1], -2);
  EXPECT_EQ(call->inputs[1].tensor.as<int32_t>()[0], 5);
  EXPECT_EQ(tensor::Strings(call->inputs[2].tensor.view())->at(1), "c");
  EXPECT_TRUE(call->binary_outputs);
}

TEST(DecodeInfer, SharesAlignedBinaryDataWithTheBody) {
  const std::string json =
      R"({"inputs":[{"name":"A","datatype":"FP64","shape":[1],"parameters":{"binary_data_size":8}}]})";
  const auto body = Body::Of(json + "12345678", json.size());
  const auto call = DecodeInfer(body, std::to_string(json.size()));
  EXPECT_EQ(call->inputs[0].tensor.view().bytes.data(), body.bytes().data() + json.size());
  const auto shifted = Body::Of(json + "12345678", json.size() + 1);
  EXPECT_NE(DecodeInfer(shifted, std::to_string(json.size()))->inputs[0].tensor.view().bytes.data(),
            shifted.bytes().data() + json.size());
}

TEST(DecodeInfer, RefusesBinaryPartsThatDoNotAddUp) {
  const auto field = [](std::string json, std::string_view data, std::string length = "") {
    if (length.empty()) length = std::to_string(json.size());
    const auto call = DecodeInfer(Body::Of(json + std::string(data)), length);
    return call ? "accepted" : call.error().field;
  };
  const auto json = [](int size, std::string_view type = "FP32", std::string_view shape = "[2]") {
    return fmt::format(
        R"({{"inputs":[{{"name":"A","datatype":"{}","shape":{},"parameters":{{"binary_data_size":{}}}}}]}})", type,
        shape, size);
  };
  EXPECT_EQ(field(json(8), "12345678"), "accepted");
  EXPECT_EQ(field(json(8), "12345678", "9999"), "Inference-Header-Content-Length");
  EXPECT_EQ(field(json(8), "12345678", "-1"), "Inference-Header-Content-Length");
  EXPECT_EQ(field(json(8), "12345678", "18446744073709551617"), "Inference-Header-Content-Length");
  EXPECT_EQ(field(json(8), "1234"), "inputs[0].parameters.binary_data_size");
  EXPECT_EQ(field(json(8), "123456789"), "body");
  EXPECT_EQ(field(json(4), "1234"), "inputs[0].data");
  EXPECT_EQ(field(json(-1), ""), "inputs[0].parameters.binary_data_size");
  EXPECT_EQ(field(json(8, "FP32", "[-2]"), "12345678"), "inputs[0].shape");
  EXPECT_EQ(field(json(8, "FP32", "[4294967296,4294967296]"), "12345678"), "inputs[0].shape");
  EXPECT_EQ(field(json(8, "BYTES", "[2]"), std::string_view("\xff\xff\xff\x7f"
                                                            "abcd",
                                                            8)),
            "inputs[0].data");
  EXPECT_EQ(field(json(8, "BYTES", "[8]"), std::string_view("\4\0\0\0abcd", 8)), "inputs[0].data")
      << "elements, not bytes, count";
  EXPECT_EQ(field(json(2, "BOOL", "[2]"), "\1\2"), "inputs[0].data[1]");
  EXPECT_EQ(
      field(
          R"({"inputs":[{"name":"A","datatype":"UINT8","shape":[1],"data":[1],"parameters":{"binary_data_size":1}}]})",
          "1"),
      "inputs[0].data");
}

TEST(DecodeInfer, FindsTheShapeOfRawDataFromTheModel) {
  const testing::EchoCatalog catalog;
  const float floats[32] = {};
  const std::string_view bytes(reinterpret_cast<const char*>(floats), sizeof(floats));
  const auto fixed = DecodeRawInfer(Body::Of(bytes.substr(0, 16)), **catalog.Find("fixed", {}));
  ASSERT_TRUE(fixed);
  EXPECT_EQ(fixed->inputs[0].tensor.shape(), (tensor::Shape{1, 4}));
  EXPECT_EQ(DecodeRawInfer(Body::Of(bytes), **catalog.Find("batched", {}))->inputs[0].tensor.shape(),
            (tensor::Shape{2, 16}));
  EXPECT_FALSE(DecodeRawInfer(Body::Of(bytes.substr(0, 15)), **catalog.Find("fixed", {})));
  EXPECT_FALSE(DecodeRawInfer(Body::Of(bytes.substr(0, 60)), **catalog.Find("batched", {})));
  EXPECT_FALSE(DecodeRawInfer(Body::Of(bytes), **catalog.Find("pair", {})));
  EXPECT_FALSE(DecodeRawInfer(Body::Of(bytes), **catalog.Find("identity_fp32", {})));
}

}  // namespace
}  // namespace crossdock::net::http

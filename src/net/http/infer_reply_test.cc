#include "net/http/infer_reply.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "net/http/json_writer.h"

namespace crossdock::net::http {
namespace {

using tensor::DType;
using tensor::Tensor;
using ::testing::HasSubstr;

template <class T>
Tensor Of(DType dtype, std::vector<T> values) {
  auto made = Tensor::Allocate(dtype, {static_cast<int64_t>(values.size())});
  std::copy(values.begin(), values.end(), made->template as<T>().begin());
  return *made;
}

pipeline::InferAnswer Answer(Tensor tensor) {
  pipeline::InferAnswer answer;
  answer.model = {"m", 3};
  answer.outputs.push_back({"Y", std::move(tensor)});
  return answer;
}

TEST(InferReply, WritesJsonByDefault) {
  const auto reply = EncodeInferReply({"id-1", {}, false, false}, Answer(Of<float>(DType::kF32, {0.1f, -2, 1e20f})));
  ASSERT_TRUE(reply);
  EXPECT_EQ(
      reply->body,
      R"({"model_name":"m","model_version":"3","id":"id-1","outputs":[{"name":"Y","datatype":"FP32","shape":[3],"data":[0.1,-2,1e+20]}]})");
  EXPECT_TRUE(reply->tail.empty());
}

TEST(InferReply, AppendsBinaryOutputsWithTheirLength) {
  const auto tensor = Of<int64_t>(DType::kI64, {1, 2});
  const auto reply = EncodeInferReply({"", {{"Y", true}}, false, true}, Answer(tensor));
  ASSERT_TRUE(reply);
  EXPECT_THAT(reply->body, HasSubstr(R"("parameters":{"binary_data_size":16})"));
  ASSERT_EQ(reply->tail.size(), 1u);
  EXPECT_EQ(reply->tail[0].view().bytes.data(), tensor.view().bytes.data()) << "sent from where it is";
  EXPECT_EQ(reply->headers[0].name, "Inference-Header-Content-Length");
  EXPECT_EQ(reply->headers[0].value, std::to_string(reply->body.size()));
  EXPECT_EQ(reply->headers[1].name, "Server-Timing");
}

TEST(InferReply, RequestWideBinaryHoldsUnlessAnOutputSaysOtherwise) {
  const auto is_binary = [](std::optional<bool> of_output, bool of_request) {
    return !EncodeInferReply({"", {{"Y", of_output}}, of_request, false}, Answer(Of<float>(DType::kF32, {1})))
                ->tail.empty();
  };
  EXPECT_TRUE(is_binary(std::nullopt, true));
  EXPECT_FALSE(is_binary(false, true));
  EXPECT_TRUE(is_binary(true, false));
  EXPECT_FALSE(is_binary(std::nullopt, false));
}

TEST(InferReply, RefusesToWriteWhatJsonCannotCarry) {
  for (const float bad : {NAN, INFINITY, -INFINITY}) {
    const auto reply = EncodeInferReply({}, Answer(Of<float>(DType::kF32, {1, bad})));
    ASSERT_FALSE(reply);
    EXPECT_EQ(reply.error().field, "outputs[0]");
    EXPECT_THAT(reply.error().message, HasSubstr("binary_data"));
  }
  const std::string_view no_utf8[] = {"ok", "\xff\xfe"};
  EXPECT_FALSE(EncodeInferReply({}, Answer(Tensor::OfStrings({2}, no_utf8))));
  EXPECT_TRUE(EncodeInferReply({"", {}, true, false}, Answer(Tensor::OfStrings({2}, no_utf8))));
}

TEST(JsonElements, WritesEveryTypeSoThatItReadsBackTheSame) {
  const auto text = [](const Tensor& tensor) { return *JsonElements(tensor.view(), ""); };
  EXPECT_EQ(text(Of<uint8_t>(DType::kBool, {1, 0})), "[true,false]");
  EXPECT_EQ(text(Of<int8_t>(DType::kI8, {-128, 127})), "[-128,127]");
  EXPECT_EQ(text(Of<uint64_t>(DType::kU64, {UINT64_MAX})), "[18446744073709551615]");
  EXPECT_EQ(text(Of<double>(DType::kF64, {0.1, 5e-324})), "[0.1,5e-324]");
  EXPECT_EQ(text(Of<uint16_t>(DType::kF16, {0x3C00, 0x2E66})), "[1,0.099975586]");
  EXPECT_EQ(text(Of<uint16_t>(DType::kBF16, {0x3F80})), "[1]");
  const std::string_view strings[] = {"a\"b\\\n", std::string_view("\0", 1), "Привет 😀"};
  EXPECT_EQ(text(Tensor::OfStrings({3}, strings)), R"(["a\"b\\\u000a","\u0000","Привет 😀"])");
}

}  // namespace
}  // namespace crossdock::net::http

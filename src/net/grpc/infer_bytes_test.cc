#include "net/grpc/infer_bytes.h"

#include <grpcpp/support/slice.h>
#include <gtest/gtest.h>

#include "net/grpc/infer_messages.h"

namespace crossdock::net::grpc {
namespace {

using tensor::DType;

std::string Text(const ::grpc::ByteBuffer& bytes) {
  std::vector<::grpc::Slice> slices;
  EXPECT_TRUE(bytes.Dump(&slices).ok());
  std::string text;
  for (const auto& slice : slices) text.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  return text;
}

tensor::Tensor Numbers(int64_t count) {
  auto tensor = *tensor::Tensor::Allocate(DType::kI32, {count});
  for (int64_t i = 0; i < count; ++i) tensor.as<int32_t>()[static_cast<size_t>(i)] = static_cast<int32_t>(i);
  return tensor;
}

TEST(InferReplyBytes, AreTheSerializedMessageWhateverIsLentAndWhateverIsCopied) {
  pipeline::InferAnswer answer;
  answer.model = {"m", 7};
  answer.outputs.push_back({"SMALL", Numbers(3)});
  answer.outputs.push_back({"LARGE", Numbers(50'000)});
  answer.outputs.push_back({"EMPTY", *tensor::Tensor::Allocate(DType::kF32, {0, 2})});
  answer.outputs.push_back({"LARGE TOO", Numbers(4'096)});
  const auto bytes = WriteInferReply("id", true, answer);
  inference::ModelInferResponse expected, read;
  EncodeInferReply("id", true, answer, expected);
  ASSERT_TRUE(read.ParseFromString(Text(bytes)));
  EXPECT_EQ(read.DebugString(), expected.DebugString());
}

TEST(InferReplyBytes, KeepAnOutputAliveUntilTheyAreGone) {
  pipeline::InferAnswer answer;
  const auto owner = std::make_shared<std::vector<std::byte>>(1 << 20);
  answer.outputs.push_back({"O", tensor::Tensor(DType::kU8, {1 << 20}, owner, *owner)});
  auto bytes = std::make_unique<::grpc::ByteBuffer>(WriteInferReply("", false, answer));
  answer.outputs.clear();
  EXPECT_EQ(owner.use_count(), 2);
  bytes = nullptr;
  EXPECT_EQ(owner.use_count(), 1);
}

TEST(InferRequestBytes, ThatAreNoMessageAreRefused) {
  ::grpc::Slice slice(std::string("\xff\xff\xff", 3));
  ::grpc::ByteBuffer bytes(&slice, 1);
  const auto read = ReadInferRequest(bytes);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace crossdock::net::grpc

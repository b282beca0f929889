#include "net/binary_tensor.h"

#include <cstring>
#include <vector>

#include <gtest/gtest.h>

namespace crossdock::net {
namespace {

using tensor::DType;

/// Bytes on a 64-byte boundary, kept by an owner.
struct Kept {
  explicit Kept(std::string_view text) {
    auto tensor = *tensor::Tensor::Allocate(DType::kU8, {static_cast<int64_t>(text.size()) + 1});
    std::memcpy(tensor.as<char>().data(), text.data(), text.size());
    held = std::make_shared<tensor::Tensor>(std::move(tensor));
    bytes = held->view().bytes.first(text.size());
  }
  std::shared_ptr<tensor::Tensor> held;
  std::span<const std::byte> bytes;
};

std::string FieldOf(DType dtype, tensor::Shape shape, std::string_view text) {
  const Kept kept(text);
  const auto made = BinaryTensor(dtype, std::move(shape), kept.held, kept.bytes, "in");
  return made ? "accepted" : made.error().field;
}

TEST(BinaryTensor, SharesBytesOnTheirTypesBoundaryAndCopiesOthers) {
  const Kept kept("0123456789abcdef");
  const auto shared = BinaryTensor(DType::kF64, {1}, kept.held, kept.bytes.subspan(8), "in");
  ASSERT_TRUE(shared);
  EXPECT_EQ(shared->view().bytes.data(), kept.bytes.data() + 8);
  const auto copied = BinaryTensor(DType::kF64, {1}, kept.held, kept.bytes.subspan(4, 8), "in");
  ASSERT_TRUE(copied);
  EXPECT_NE(copied->view().bytes.data(), kept.bytes.data() + 4);
  EXPECT_EQ(std::memcmp(copied->view().bytes.data(), "456789ab", 8), 0);
  const auto unowned = BinaryTensor(DType::kU8, {2}, nullptr, kept.bytes.first(2), "in");
  EXPECT_NE(unowned->view().bytes.data(), kept.bytes.data()) << "nobody would keep them";
}

TEST(BinaryTensor, KeepsTheBytesAliveAfterTheirReceiverIsGone) {
  auto kept = std::make_unique<Kept>("abcd");
  const std::weak_ptr<tensor::Tensor> watched = kept->held;
  auto made = BinaryTensor(DType::kU8, {4}, kept->held, kept->bytes, "in");
  kept.reset();
  EXPECT_FALSE(watched.expired());
  EXPECT_EQ(made->as<uint8_t>()[3], 'd');
  made = InvalidArgument("", "");
  EXPECT_TRUE(watched.expired());
}

TEST(BinaryTensor, WantsExactlyTheBytesThatTheShapeNeeds) {
  EXPECT_EQ(FieldOf(DType::kF32, {2}, "12345678"), "accepted");
  EXPECT_EQ(FieldOf(DType::kF32, {2}, "1234567"), "in.data");
  EXPECT_EQ(FieldOf(DType::kF32, {2}, "123456789"), "in.data");
  EXPECT_EQ(FieldOf(DType::kF32, {}, "1234"), "accepted") << "a scalar";
  EXPECT_EQ(FieldOf(DType::kF32, {0, 3}, ""), "accepted");
  EXPECT_EQ(FieldOf(DType::kF32, {0, 3}, "1234"), "in.data");
  EXPECT_EQ(FieldOf(DType::kBF16, {3}, "123456"), "accepted");
}

TEST(BinaryTensor, RefusesShapesThatCannotBe) {
  EXPECT_EQ(FieldOf(DType::kU8, {-1}, "x"), "in.shape");
  EXPECT_EQ(FieldOf(DType::kU8, {int64_t{1} << 32, int64_t{1} << 32}, "x"), "in.shape");
  EXPECT_EQ(FieldOf(DType::kF64, {int64_t{1} << 61}, "x"), "in.data") << "the bytes overflow, the count does not";
  EXPECT_EQ(FieldOf(DType::kU8, tensor::Shape(17, 1), "x"), "in.shape");
}

TEST(BinaryTensor, FollowsTheLengthsOfTexts) {
  using namespace std::string_view_literals;
  EXPECT_EQ(FieldOf(DType::kBytes, {2}, "\1\0\0\0a\0\0\0\0"sv), "accepted");
  EXPECT_EQ(FieldOf(DType::kBytes, {0}, ""), "accepted");
  EXPECT_EQ(FieldOf(DType::kBytes, {1}, "\1\0\0\0a\0\0\0\0"sv), "in.data") << "one element too many";
  EXPECT_EQ(FieldOf(DType::kBytes, {3}, "\1\0\0\0a\0\0\0\0"sv), "in.data") << "one too few";
  EXPECT_EQ(FieldOf(DType::kBytes, {1}, "\2\0\0\0a"sv), "in.data") << "past the end";
  EXPECT_EQ(FieldOf(DType::kBytes, {1}, "\xff\xff\xff\xff"sv), "in.data");
  EXPECT_EQ(FieldOf(DType::kBytes, {1}, "\1\0\0"sv), "in.data") << "half a length";
}

TEST(BinaryTensor, TakesOnlyZeroAndOneAsBool) {
  using namespace std::string_view_literals;
  EXPECT_EQ(FieldOf(DType::kBool, {3}, "\0\1\0"sv), "accepted");
  EXPECT_EQ(FieldOf(DType::kBool, {3}, "\0\1\2"sv), "in.data[2]");
}

}  // namespace
}  // namespace crossdock::net

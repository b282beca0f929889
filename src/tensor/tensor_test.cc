#include "tensor/tensor.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>

#include <gtest/gtest.h>

namespace crossdock::tensor {
namespace {

constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();
constexpr DType kEveryDType[] = {DType::kBool, DType::kU8,  DType::kU16, DType::kU32,  DType::kU64,
                                 DType::kI8,   DType::kI16, DType::kI32, DType::kI64,  DType::kF16,
                                 DType::kBF16, DType::kF32, DType::kF64, DType::kBytes};

Tensor Floats(Shape shape) {
  Tensor tensor = Tensor::Allocate(DType::kF32, std::move(shape)).value();
  float next = 0;
  for (float& value : tensor.as<float>()) value = next++;
  return tensor;
}

std::vector<float> Values(const Tensor& tensor) {
  const auto values = tensor.view().as<float>();
  return {values.begin(), values.end()};
}

TEST(DTypes, EachHasANameThatReadsBack) {
  std::set<std::string> names;
  for (const DType dtype : kEveryDType) {
    names.insert(Name(dtype));
    EXPECT_EQ(ParseDType(Name(dtype)), dtype);
  }
  EXPECT_EQ(names.size(), std::size(kEveryDType));
  for (const char* name : {"", "fp32", "FP32 ", "FLOAT", "BYTE"}) EXPECT_EQ(ParseDType(name), std::nullopt) << name;
}

TEST(DTypes, HaveTheProtocolsNamesAndSizes) {
  EXPECT_STREQ(Name(DType::kBF16), "BF16");
  EXPECT_STREQ(Name(DType::kU8), "UINT8");
  EXPECT_EQ(SizeOf(DType::kBool), 1u);
  EXPECT_EQ(SizeOf(DType::kF16), 2u);
  EXPECT_EQ(SizeOf(DType::kI64), 8u);
  EXPECT_EQ(SizeOf(DType::kBytes), 0u);
}

TEST(Shapes, CountTheirElements) {
  EXPECT_EQ(ElementCount({}), 1);
  EXPECT_EQ(ElementCount({2, 3, 4}), 24);
  EXPECT_EQ(ElementCount({0}), 0);
  EXPECT_EQ(ElementCount({kHuge}), kHuge);
  EXPECT_EQ(ToString({1, 3, -1}), "[1,3,-1]");
  EXPECT_EQ(ToString({}), "[]");
}

TEST(Shapes, ACountThatDoesNotFitIsNoCount) {
  EXPECT_EQ(ElementCount({-1}), std::nullopt);
  EXPECT_EQ(ElementCount({0, -1}), std::nullopt);
  EXPECT_EQ(ElementCount({kHuge, 2}), std::nullopt);
  EXPECT_EQ(ElementCount({int64_t{1} << 32, int64_t{1} << 31}), std::nullopt);
}

TEST(Shapes, AnEmptyDimensionMakesItEmptyWhereverItStands) {
  EXPECT_EQ(ElementCount({kHuge, kHuge, 0}), 0);
  EXPECT_EQ(ElementCount({0, kHuge, kHuge}), 0);
}

TEST(Allocate, GivesAlignedMemoryOfTheRightSize) {
  for (const int64_t rows : {0, 1, 3, 1000}) {
    const Tensor tensor = Tensor::Allocate(DType::kF64, {rows, 5}).value();
    EXPECT_EQ(tensor.size_bytes(), static_cast<size_t>(rows) * 5 * 8);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor.view().bytes.data()) % 64, 0u);
  }
  EXPECT_EQ(Tensor::Allocate(DType::kI32, {}).value().size_bytes(), 4u);  // a scalar
}

TEST(Allocate, RefusesAShapeThatNoMemoryCanHold) {
  for (const Shape& shape : {Shape{-1, 3}, Shape{kHuge, kHuge}, Shape{kHuge}, Shape{kHuge / 8 + 1}}) {
    const auto tensor = Tensor::Allocate(DType::kF64, shape);
    ASSERT_FALSE(tensor) << ToString(shape);
    EXPECT_EQ(tensor.error().code, ErrorCode::kInvalidArgument);
  }
  EXPECT_FALSE(Tensor::Allocate(DType::kBytes, {1}));
}

TEST(Allocate, MoreThanThereIsMemoryIsAnErrorNotTheEndOfTheProcess) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer's allocator ends the process";
#endif
  const auto tensor = Tensor::Allocate(DType::kU8, {int64_t{1} << 60});
  ASSERT_FALSE(tensor);
  EXPECT_EQ(tensor.error().code, ErrorCode::kResourceExhausted);
  EXPECT_EQ(tensor.error().reason, Reason::kMemory);
}

TEST(Tensor, CopiesShareOneBufferUntilTheLastIsGone) {
  auto owner = std::make_shared<std::array<std::byte, 16>>();
  const std::weak_ptr<void> watched = owner;
  std::span<std::byte> bytes(*owner);
  Tensor first(DType::kF32, {4}, std::move(owner), bytes);
  Tensor second = first;
  const Tensor row = second.Rows(1, 1).value();
  first = {};
  second = {};
  EXPECT_FALSE(watched.expired());
  EXPECT_EQ(row.view().bytes.data(), bytes.data() + 4);
}

TEST(Tensor, CopyOfIsApartFromItsSource) {
  const Tensor source = Floats({2, 2});
  const Tensor copy = Tensor::CopyOf(source.view());
  source.as<float>()[0] = 99;
  EXPECT_EQ(Values(copy), (std::vector<float>{0, 1, 2, 3}));
  EXPECT_EQ(copy.shape(), source.shape());
  EXPECT_TRUE(Tensor::CopyOf({DType::kF32, {0}, {}}).empty());
}

TEST(Rows, AreTheAskedPartOfTheFirstDimension) {
  const Tensor tensor = Floats({4, 3});
  const Tensor middle = tensor.Rows(1, 2).value();
  EXPECT_EQ(middle.shape(), (Shape{2, 3}));
  EXPECT_EQ(Values(middle), (std::vector<float>{3, 4, 5, 6, 7, 8}));
  EXPECT_TRUE(tensor.Rows(4, 0).value().empty());
  EXPECT_EQ(Floats({0, 3}).Rows(0, 0).value().shape(), (Shape{0, 3}));
}

TEST(Rows, OutOfRangeIsRefusedHoweverLarge) {
  const Tensor tensor = Floats({4, 3});
  for (const auto& [first, count] :
       {std::pair<int64_t, int64_t>{-1, 1}, {0, -1}, {0, 5}, {4, 1}, {5, 0}, {1, kHuge}, {kHuge, kHuge}}) {
    EXPECT_FALSE(tensor.Rows(first, count)) << first << " " << count;
  }
  EXPECT_FALSE(Floats({}).Rows(0, 1));
}

TEST(Rows, OfStringsAreFoundByTheirLengths) {
  const std::vector<std::string_view> words = {"a", "", "long enough", "d", "ee", "f"};
  const Tensor tensor = Tensor::OfStrings({3, 2}, words);
  EXPECT_EQ(Strings(tensor.view()).value(), words);
  EXPECT_EQ(Strings(tensor.Rows(1, 1).value().view()).value(), (std::vector<std::string_view>{"long enough", "d"}));
  EXPECT_EQ(Strings(tensor.Rows(1, 2).value().view()).value(),
            (std::vector<std::string_view>{"long enough", "d", "ee", "f"}));
  EXPECT_TRUE(tensor.Rows(3, 0).value().empty());
}

TEST(Rows, OfStringsCutShortAreRefused) {
  const Tensor whole = Tensor::OfStrings({2}, std::vector<std::string_view>{"abc", "defg"});
  const Tensor cut(DType::kBytes, {2}, nullptr, whole.mutable_view().bytes.first(whole.size_bytes() - 1));
  EXPECT_TRUE(cut.Rows(0, 1));
  EXPECT_FALSE(cut.Rows(1, 1));
}

TEST(Strings, JunkIsRefusedAndNeverReadPastItsEnd) {
  const auto parse = [](std::vector<uint8_t> bytes, Shape shape) {
    return Strings({DType::kBytes, std::move(shape), std::as_bytes(std::span(bytes))}).has_value();
  };
  EXPECT_TRUE(parse({0, 0, 0, 0}, {1}));
  EXPECT_TRUE(parse({}, {0}));
  EXPECT_FALSE(parse({}, {1}));                 // fewer than the shape says
  EXPECT_FALSE(parse({0, 0, 0, 0}, {0}));       // more
  EXPECT_FALSE(parse({0, 0, 0}, {1}));          // half a length
  EXPECT_FALSE(parse({2, 0, 0, 0, 'a'}, {1}));  // runs past the end
  EXPECT_FALSE(parse({255, 255, 255, 255, 'a'}, {1}));
  EXPECT_FALSE(parse({1, 0, 0, 0, 'a', 9}, {1}));  // something behind
  EXPECT_FALSE(parse({0, 0, 0, 0}, {-1}));
  EXPECT_FALSE(Strings({DType::kU8, {1}, {}}));
}

TEST(Strings, HoldAnyBytes) {
  const std::vector<std::string_view> odd = {std::string_view("\0\xFF\n", 3), "运单"};
  EXPECT_EQ(Strings(Tensor::OfStrings({2}, odd).view()).value(), odd);
}

TEST(CheckBytes, TakesExactlyWhatTheShapeNeeds) {
  const Tensor tensor = Floats({2, 3});
  const auto bytes = tensor.view().bytes;
  EXPECT_TRUE(CheckBytes(tensor.view(), "f"));
  for (const Shape& shape : {Shape{2, 2}, Shape{3, 3}, Shape{-2, -3}, Shape{kHuge, 2}, Shape{kHuge}, Shape{}}) {
    const Status checked = CheckBytes({DType::kF32, shape, bytes}, "inputs[0].data");
    ASSERT_FALSE(checked) << ToString(shape);
    EXPECT_EQ(checked.error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(checked.error().field, "inputs[0].data");
  }
  EXPECT_FALSE(CheckBytes({DType::kBytes, {6}, bytes}, "f"));
  EXPECT_TRUE(CheckBytes({DType::kF32, {0, 7}, {}}, "f"));
}

TEST(Concat, JoinsRowsInOrder) {
  const Tensor a = Floats({1, 2});
  const Tensor b = Floats({3, 2});
  const Tensor none = Floats({0, 2});
  const Tensor joined = Concat(std::vector<TensorView>{a.view(), none.view(), b.view()}).value();
  EXPECT_EQ(joined.shape(), (Shape{4, 2}));
  EXPECT_EQ(Values(joined), (std::vector<float>{0, 1, 0, 1, 2, 3, 4, 5}));
}

TEST(Concat, JoinsStrings) {
  const Tensor a = Tensor::OfStrings({1}, std::vector<std::string_view>{"one"});
  const Tensor b = Tensor::OfStrings({2}, std::vector<std::string_view>{"", "three"});
  const Tensor joined = Concat(std::vector<TensorView>{a.view(), b.view()}).value();
  EXPECT_EQ(Strings(joined.view()).value(), (std::vector<std::string_view>{"one", "", "three"}));
}

TEST(Concat, UndoesRows) {
  const Tensor whole = Floats({7, 2, 3});
  for (int64_t cut = 0; cut <= 7; ++cut) {
    const Tensor head = whole.Rows(0, cut).value();
    const Tensor tail = whole.Rows(cut, 7 - cut).value();
    EXPECT_EQ(Values(Concat(std::vector<TensorView>{head.view(), tail.view()}).value()), Values(whole));
  }
}

TEST(Concat, RefusesWhatDoesNotFitTogether) {
  const Tensor a = Floats({1, 2});
  const Tensor wide = Floats({1, 3});
  const Tensor flat = Floats({2});
  const Tensor scalar = Floats({});
  const Tensor whole_numbers = Tensor::Allocate(DType::kI32, {1, 2}).value();
  EXPECT_FALSE(Concat({}));
  for (const Tensor& other : {wide, flat, scalar, whole_numbers}) {
    EXPECT_FALSE(Concat(std::vector<TensorView>{a.view(), other.view()}));
    EXPECT_FALSE(Concat(std::vector<TensorView>{other.view(), a.view()}));
  }
  EXPECT_FALSE(Concat(std::vector<TensorView>{scalar.view()}));
}

}  // namespace
}  // namespace crossdock::tensor

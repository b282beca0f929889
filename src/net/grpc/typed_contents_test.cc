#include "net/grpc/typed_contents.h"

#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crossdock::net::grpc {
namespace {

using tensor::DType;
using ::testing::HasSubstr;
using Contents = inference::InferTensorContents;

template <class T>
std::vector<T> Elements(const Result<tensor::Tensor>& tensor) {
  if (!tensor) {
    ADD_FAILURE() << tensor.error().field << ": " << tensor.error().message;
    return {};
  }
  const auto elements = tensor->as<T>();
  return {elements.begin(), elements.end()};
}

Contents Ints(std::vector<int32_t> values) {
  Contents contents;
  contents.mutable_int_contents()->Assign(values.begin(), values.end());
  return contents;
}
Contents Unsigned(std::vector<uint32_t> values) {
  Contents contents;
  contents.mutable_uint_contents()->Assign(values.begin(), values.end());
  return contents;
}

std::string FieldOf(DType dtype, tensor::Shape shape, const Contents& contents) {
  const auto made = TypedTensor(dtype, std::move(shape), contents, "inputs[0]");
  return made ? "accepted" : made.error().field;
}

TEST(TypedContents, FillEveryTypeFromItsOwnList) {
  EXPECT_EQ(Elements<int8_t>(TypedTensor(DType::kI8, {2}, Ints({-128, 127}), "x")), (std::vector<int8_t>{-128, 127}));
  EXPECT_EQ(Elements<int16_t>(TypedTensor(DType::kI16, {1}, Ints({-32768}), "x")), (std::vector<int16_t>{-32768}));
  EXPECT_EQ(Elements<int32_t>(TypedTensor(DType::kI32, {}, Ints({INT32_MIN}), "x")), (std::vector<int32_t>{INT32_MIN}));
  EXPECT_EQ(Elements<uint8_t>(TypedTensor(DType::kU8, {1, 2}, Unsigned({0, 255}), "x")),
            (std::vector<uint8_t>{0, 255}));
  EXPECT_EQ(Elements<uint16_t>(TypedTensor(DType::kU16, {1}, Unsigned({65535}), "x")), (std::vector<uint16_t>{65535}));
  EXPECT_EQ(Elements<uint32_t>(TypedTensor(DType::kU32, {1}, Unsigned({UINT32_MAX}), "x")),
            (std::vector<uint32_t>{UINT32_MAX}));
  Contents c;
  c.add_bool_contents(true);
  c.add_bool_contents(false);
  c.add_int64_contents(INT64_MIN);
  c.add_uint64_contents(UINT64_MAX);
  c.add_fp32_contents(-std::numeric_limits<float>::infinity());
  c.add_fp64_contents(0.1);
  EXPECT_EQ(Elements<uint8_t>(TypedTensor(DType::kBool, {2}, c, "x")), (std::vector<uint8_t>{1, 0}));
  EXPECT_EQ(Elements<int64_t>(TypedTensor(DType::kI64, {1}, c, "x")), (std::vector<int64_t>{INT64_MIN}));
  EXPECT_EQ(Elements<uint64_t>(TypedTensor(DType::kU64, {1}, c, "x")), (std::vector<uint64_t>{UINT64_MAX}));
  EXPECT_EQ(Elements<float>(TypedTensor(DType::kF32, {1}, c, "x"))[0], -std::numeric_limits<float>::infinity());
  EXPECT_EQ(Elements<double>(TypedTensor(DType::kF64, {1}, c, "x")), (std::vector<double>{0.1}));
}

TEST(TypedContents, KeepTheOrderAndTheBytesOfTexts) {
  Contents c;
  for (const std::string_view text : {std::string_view("a"), std::string_view(), std::string_view("ж\0\xff", 4)})
    c.add_bytes_contents(std::string(text));
  const auto made = TypedTensor(DType::kBytes, {3, 1}, c, "x");
  ASSERT_TRUE(made);
  EXPECT_EQ(*tensor::Strings(made->view()), (std::vector<std::string_view>{"a", "", std::string_view("ж\0\xff", 4)}));
  EXPECT_EQ(FieldOf(DType::kBytes, {2}, c), "inputs[0].contents");
}

TEST(TypedContents, NameTheElementThatDoesNotFit) {
  EXPECT_EQ(FieldOf(DType::kI8, {2}, Ints({0, 128})), "inputs[0].contents[1]");
  EXPECT_EQ(FieldOf(DType::kI8, {1}, Ints({-129})), "inputs[0].contents[0]");
  EXPECT_EQ(FieldOf(DType::kI16, {1}, Ints({32768})), "inputs[0].contents[0]");
  EXPECT_EQ(FieldOf(DType::kU8, {1}, Unsigned({256})), "inputs[0].contents[0]");
  EXPECT_EQ(FieldOf(DType::kU16, {1}, Unsigned({65536})), "inputs[0].contents[0]");
}

TEST(TypedContents, WantAsManyElementsAsTheShapeHas) {
  EXPECT_EQ(FieldOf(DType::kI32, {2}, Ints({1})), "inputs[0].contents");
  EXPECT_EQ(FieldOf(DType::kI32, {}, Ints({1, 2})), "inputs[0].contents");
  EXPECT_EQ(FieldOf(DType::kI32, {0, 7}, Ints({})), "accepted");
  EXPECT_EQ(FieldOf(DType::kI64, {1}, Ints({1})), "inputs[0].contents") << "of another type's list";
  EXPECT_EQ(FieldOf(DType::kI32, {int64_t{1} << 31}, Ints({1})), "inputs[0].shape");
  EXPECT_EQ(FieldOf(DType::kI32, {int64_t{1} << 32, int64_t{1} << 32}, Ints({1})), "inputs[0].shape");
  EXPECT_EQ(FieldOf(DType::kI32, {-1}, Ints({1})), "inputs[0].shape");
}

TEST(TypedContents, SayHowTheHalfTypesTravel) {
  Contents c;
  c.add_fp32_contents(1);
  for (const DType dtype : {DType::kF16, DType::kBF16}) {
    const auto refused = TypedTensor(dtype, {1}, c, "x");
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("raw_input_contents"));
  }
}

TEST(TypedContents, AreThereAsSoonAsAnyListIs) {
  EXPECT_FALSE(HasElements({}));
  const auto* fields = Contents::descriptor();
  for (int i = 0; i < fields->field_count(); ++i) {
    Contents c;
    const auto* field = fields->field(i);
    const auto* reflection = Contents::GetReflection();
    switch (field->cpp_type()) {
      case google::protobuf::FieldDescriptor::CPPTYPE_BOOL: reflection->AddBool(&c, field, false); break;
      case google::protobuf::FieldDescriptor::CPPTYPE_INT32: reflection->AddInt32(&c, field, 0); break;
      case google::protobuf::FieldDescriptor::CPPTYPE_INT64: reflection->AddInt64(&c, field, 0); break;
      case google::protobuf::FieldDescriptor::CPPTYPE_UINT32: reflection->AddUInt32(&c, field, 0); break;
      case google::protobuf::FieldDescriptor::CPPTYPE_UINT64: reflection->AddUInt64(&c, field, 0); break;
      case google::protobuf::FieldDescriptor::CPPTYPE_FLOAT: reflection->AddFloat(&c, field, 0); break;
      case google::protobuf::FieldDescriptor::CPPTYPE_DOUBLE: reflection->AddDouble(&c, field, 0); break;
      default: reflection->AddString(&c, field, ""); break;
    }
    EXPECT_TRUE(HasElements(c)) << field->name();
  }
}

}  // namespace
}  // namespace crossdock::net::grpc

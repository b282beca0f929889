#include "net/http/json_writer.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crossdock::net::http {
namespace {

using tensor::DType;
using tensor::Tensor;
using ::testing::HasSubstr;

TEST(JsonWriter, PutsCommasWhereTheyBelong) {
  JsonWriter json;
  json.BeginObject();
  json.Key("a").BeginArray().Integer(-1).Unsigned(UINT64_MAX).Number(0.1).Bool(true).EndArray();
  json.Key("b").BeginObject().EndObject();
  json.Key("c").Shape({1, -1});
  const std::vector<std::string> words{"x", "y"};
  json.Key("d").Strings(words);
  json.Key("e").Raw("[]").EndObject();
  EXPECT_EQ(json.Take(), R"({"a":[-1,18446744073709551615,0.1,true],"b":{},"c":[1,-1],"d":["x","y"],"e":[]})");
}

TEST(JsonWriter, EscapesNamesAndTexts) {
  JsonWriter json;
  json.BeginObject().Key("\"k\"").String("a\\b\n\x01 ü\xff").EndObject();
  EXPECT_EQ(json.Take(), "{\"\\\"k\\\"\":\"a\\\\b\\u000a\\u0001 ü\\ufffd\"}");
}

template <class T>
std::string Written(DType dtype, std::vector<T> values) {
  auto tensor = *Tensor::Allocate(dtype, {static_cast<int64_t>(values.size())});
  std::copy(values.begin(), values.end(), tensor.as<T>().begin());
  const auto json = JsonElements(tensor.view(), "outputs[0]");
  if (!json) return json.error().field + ": " + json.error().message;
  return *json;
}

TEST(JsonElements, WritesEveryTypeSoThatItReadsBackTheSame) {
  EXPECT_EQ(Written<uint8_t>(DType::kBool, {0, 1, 2}), "[false,true,true]");
  EXPECT_EQ(Written<uint8_t>(DType::kU8, {0, 255}), "[0,255]");
  EXPECT_EQ(Written<int8_t>(DType::kI8, {-128, 127}), "[-128,127]");
  EXPECT_EQ(Written<uint16_t>(DType::kU16, {65535}), "[65535]");
  EXPECT_EQ(Written<int16_t>(DType::kI16, {-32768}), "[-32768]");
  EXPECT_EQ(Written<uint32_t>(DType::kU32, {UINT32_MAX}), "[4294967295]");
  EXPECT_EQ(Written<int32_t>(DType::kI32, {INT32_MIN}), "[-2147483648]");
  EXPECT_EQ(Written<uint64_t>(DType::kU64, {UINT64_MAX}), "[18446744073709551615]");
  EXPECT_EQ(Written<int64_t>(DType::kI64, {INT64_MIN}), "[-9223372036854775808]");
  EXPECT_EQ(Written<float>(DType::kF32, {0.1f, -0.0f, 1e-45f}), "[0.1,-0,1e-45]");
  EXPECT_EQ(Written<double>(DType::kF64, {0.1, 5e-324}), "[0.1,5e-324]");
  EXPECT_EQ(Written<uint16_t>(DType::kF16, {0x3C00, 0x7BFF}), "[1,65504]");
  EXPECT_EQ(Written<uint16_t>(DType::kBF16, {0x3F80, 0xC040}), "[1,-3]");
  EXPECT_EQ(Written<float>(DType::kF32, {}), "[]");
}

TEST(JsonElements, NamesTheElementThatJsonDoesNotHave) {
  EXPECT_THAT(Written<float>(DType::kF32, {1, NAN}), HasSubstr("outputs[0]: element 1 is nan"));
  EXPECT_THAT(Written<double>(DType::kF64, {-INFINITY}), HasSubstr("element 0 is -inf"));
  EXPECT_THAT(Written<uint16_t>(DType::kF16, {0x7C00}), HasSubstr("binary_data"));
  EXPECT_THAT(Written<uint16_t>(DType::kBF16, {0x7FC0}), HasSubstr("element 0 is nan"));
}

TEST(JsonElements, WritesTextsAndRefusesThoseThatAreNoText) {
  using namespace std::string_view_literals;
  const std::string_view good[] = {"", "a\"b", "ж\0"sv};
  EXPECT_EQ(*JsonElements(Tensor::OfStrings({3}, good).view(), "x"), R"(["","a\"b","ж\u0000"])");
  const std::string_view bad[] = {"fine", "\xff"};
  const auto refused = JsonElements(Tensor::OfStrings({2}, bad).view(), "x");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("element 1"));
  EXPECT_EQ(*JsonElements(Tensor::OfStrings({0}, {}).view(), "x"), "[]");
}

}  // namespace
}  // namespace crossdock::net::http

#include "net/http/json_fields.h"

#include <functional>

#include <gtest/gtest.h>

namespace crossdock::net::http {
namespace {

using simdjson::ondemand::value;

/// Reads {"v": TEXT} and shows `read` the value.
template <class T>
Result<T> Reading(std::string_view text, const std::function<Result<T>(value)>& read) {
  const simdjson::padded_string padded("{\"v\":" + std::string(text) + "}");
  simdjson::ondemand::parser parser;
  auto document = parser.iterate(padded);
  value v;
  if (const auto error = document["v"].get(v)) return FromSimdjson(error, "v");
  return read(v);
}

/// The parameter with its kind, or the field that the refusal names.
std::string Parameter(std::string_view text) {
  const auto read = Reading<std::string>(text, [](value v) -> Result<std::string> {
    const auto parameter = ReadParameter(v, "p");
    if (!parameter) return parameter.error();
    if (const auto* flag = std::get_if<bool>(&*parameter)) return fmt::format("flag {}", *flag);
    if (const auto* whole = std::get_if<int64_t>(&*parameter)) return fmt::format("whole {}", *whole);
    if (const auto* real = std::get_if<double>(&*parameter)) return fmt::format("real {}", *real);
    return fmt::format("text {}", std::get<std::string_view>(*parameter));
  });
  return read ? *read : read.error().field;
}

TEST(JsonFields, ReadsPlainParametersAndNothingThatNests) {
  EXPECT_EQ(Parameter("true"), "flag true");
  EXPECT_EQ(Parameter("-9223372036854775808"), "whole -9223372036854775808");
  EXPECT_EQ(Parameter("18446744073709551615"), "real 1.8446744073709552e+19");
  EXPECT_EQ(Parameter("2.5e3"), "real 2500");
  EXPECT_EQ(Parameter(R"("a\u0436")"), "text aж");
  for (const char* bad : {"null", "[]", "{}", "[[1]]", "1.", "tru", R"("\x")", "-"})
    EXPECT_EQ(Parameter(bad), "p") << bad;
}

TEST(JsonFields, ReadsShapesOfWholeNumbersUpToTheLargestRank) {
  const auto shape = [](std::string_view text) -> std::string {
    const auto read = Reading<tensor::Shape>(text, [](value v) { return ReadShape(v, "s"); });
    return read ? tensor::ToString(*read) : read.error().field;
  };
  EXPECT_EQ(shape("[]"), "[]");
  EXPECT_EQ(shape("[1, -1, 9223372036854775807]"), "[1,-1,9223372036854775807]");
  EXPECT_EQ(shape("[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]"), "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]");
  EXPECT_EQ(shape("[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]"), "s");
  EXPECT_EQ(shape("[1,2.0]"), "s[1]");
  EXPECT_EQ(shape("[1,\"2\"]"), "s[1]");
  EXPECT_EQ(shape("[[1]]"), "s[0]");
  EXPECT_EQ(shape("[9223372036854775808]"), "s[0]");
  EXPECT_EQ(shape("3"), "s");
  EXPECT_EQ(shape("{}"), "s");
}

TEST(JsonFields, NamesAFieldThatIsUnknownOrComesTwice) {
  constexpr std::array<std::string_view, 2> kKnown{"a", "b"};
  const auto walk = [&](std::string_view text) -> std::string {
    const simdjson::padded_string padded(text);
    simdjson::ondemand::parser parser;
    simdjson::ondemand::document document;
    if (const auto error = parser.iterate(padded).get(document)) return FromSimdjson(error, "body").field;
    std::string seen;
    const auto walked = ForEachField(document, kKnown, [&](size_t number, value) {
      seen += std::to_string(number);
      return Status();
    });
    return walked ? seen : walked.error().field;
  };
  EXPECT_EQ(walk(R"({"b":[1,[2]],"a":1})"), "10") << "what the visitor leaves unread is passed over";
  EXPECT_EQ(walk("{}"), "");
  EXPECT_EQ(walk(R"({"a":1,"c":1})"), "c");
  EXPECT_EQ(walk(R"({"a":1,"a":1})"), "a");
  EXPECT_EQ(walk(R"({"\u0061":1,"a":1})"), "a") << "the same key, written differently";
  EXPECT_EQ(walk(R"({"":1})"), "body") << "a name that is no name";
  EXPECT_EQ(walk("[]"), "body");
  EXPECT_EQ(walk("1"), "body");
}

TEST(JsonFields, BoundsTheEntriesOfAList) {
  std::string list = "[0";
  for (size_t i = 1; i < kMaxTensors; ++i) list += ",0";
  const auto count = [](std::string_view text) {
    return Reading<size_t>(text, [](value v) -> Result<size_t> {
      size_t entries = 0;
      const auto walked = ForEachElement(v, "list", [&](size_t, value) {
        ++entries;
        return Status();
      });
      if (!walked) return walked.error();
      return entries;
    });
  };
  EXPECT_EQ(*count(list + "]"), kMaxTensors);
  EXPECT_EQ(count(list + ",0]").error().field, "list");
  EXPECT_EQ(count("{}").error().field, "list");
}

TEST(JsonFields, SaysThatMemoryAndNotTheClientIsAtFault) {
  const auto error = FromSimdjson(simdjson::MEMALLOC, "inputs");
  EXPECT_EQ(error.code, ErrorCode::kResourceExhausted);
  EXPECT_EQ(error.reason, Reason::kMemory);
}

}  // namespace
}  // namespace crossdock::net::http

#include "engine/fake/fake_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crossdock::engine::fake {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr std::string_view kPorts = "input x FP32 -1,4\noutput y FP32 -1,4\n";

// Not by operator+, where gcc 12 sees a copy past the end that is not there.
std::string With(std::string_view lines) {
  std::string text(kPorts);
  text += lines;
  return text;
}

TEST(FakeModel, ReadsEveryFactOfAFile) {
  const auto model = ParseFakeModel(
      "# a comment\ninput a INT64 -1,3\ninput b FP16 scalar\noutput sum FP32 -1\nmetadata names one two\ncompute sum\n"
      "base_us 2000\nper_row_us 500  # each\nslots 3\nfail throw 13\nflaw mixes_rows\n");
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->inputs[0].shape, (Shape{-1, 3}));
  EXPECT_EQ(model->inputs[1].shape, Shape{});
  EXPECT_EQ(model->metadata.at("names"), "one two");
  EXPECT_EQ(model->Latency(4), 4ms);
  EXPECT_EQ(model->slots, 3);
  EXPECT_EQ(model->failures[0].kind, FailKind::kThrow);
  EXPECT_EQ(model->flaw, Flaw::kMixesRows);
}

TEST(FakeModel, InterpolatesAndExtendsItsTable) {
  const auto model = ParseFakeModel(With("batch_us 1 1000\nbatch_us 4 2500\nbatch_us 8 3000\n"));
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->Latency(1), 1ms);
  EXPECT_EQ(model->Latency(2), 1500us);
  EXPECT_EQ(model->Latency(8), 3ms);
  EXPECT_EQ(model->Latency(16), 4ms);
}

TEST(FakeModel, NamesTheLineThatItDoesNotUnderstand) {
  for (const char* line : {"slot 2", "slots 0", "input x FP33 1", "input x FP32 a,b", "base_us -1", "compute scale",
                           "fail error", "batch_us 0 1", "flaw none", "metadata k", "per_row_us 1 2"}) {
    const auto model = ParseFakeModel(With(line) + "\n");
    ASSERT_FALSE(model) << line;
    EXPECT_THAT(model.error().message, HasSubstr("line 3")) << line;
  }
}

TEST(FakeModel, RefusesPortsThatTheComputationCannotJoin) {
  EXPECT_FALSE(ParseFakeModel(""));
  EXPECT_FALSE(ParseFakeModel("input x FP32 -1\noutput y FP16 -1\n"));
  EXPECT_FALSE(ParseFakeModel("input x BYTES -1\noutput y FP32 -1\ncompute sum\n"));
  EXPECT_TRUE(ParseFakeModel("input x BYTES -1\noutput y BYTES -1\n"));
}

TEST(FakeModel, AMissingFileIsNotFound) { EXPECT_EQ(ReadFakeModel("no/such.fake").error().code, ErrorCode::kNotFound); }

}  // namespace
}  // namespace crossdock::engine::fake

#include <thread>

#include <gmock/gmock.h>

#include "engine/conformance/runtimes_fixture.h"

namespace crossdock::engine {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

class Options : public EveryRuntime {
 protected:
  /// The file is fine, the option is not: its field is named.
  Error RefusedFor(const LoadOptions& options, const std::string& field) {
    const auto session = Load(AddOne(), options);
    if (session) {
      ADD_FAILURE() << field << " was accepted";
      return Error{ErrorCode::kInternal, ""};
    }
    EXPECT_EQ(session.error().code, ErrorCode::kInvalidArgument) << session.error().message;
    EXPECT_EQ(session.error().field, field) << session.error().message;
    return session.error();
  }
  LoadOptions options_;
};

TEST_P(Options, TheProcessorIsAlwaysAProvider) { EXPECT_THAT(runtime_->providers(), Contains("CPU")); }

TEST_P(Options, TheVersionIsTheLibrarysOwn) { EXPECT_THAT(std::string(runtime_->version()), HasSubstr(".")); }

TEST_P(Options, AnAbsentProviderListsThoseThatAreThere) {
  options_.providers = {{"CUDA", {{"device_id", "0"}}}, {"CPU", {}}};
  const Error error = RefusedFor(options_, "providers");
  EXPECT_THAT(error.message, HasSubstr("CUDA"));
  EXPECT_THAT(error.message, HasSubstr("CPU"));
}

TEST_P(Options, AnUnknownHintIsRefusedByName) {
  options_.hints = {{"session.no_such_thing", "1"}};
  EXPECT_THAT(RefusedFor(options_, "hints").message, HasSubstr("session.no_such_thing"));
  options_.hints = {{"GO_FASTER", "YES"}};
  EXPECT_THAT(RefusedFor(options_, "hints").message, HasSubstr("GO_FASTER"));
}

TEST_P(Options, ImpossibleThreadsAreRefused) {
  options_.threads = 0;
  RefusedFor(options_, "threads");
}

TEST_P(Options, ALibraryThatIsNotThereIsNamed) {
  const bool custom_ops = GetParam() != "openvino";
  (custom_ops ? options_.custom_op_libraries : options_.extensions) = {"no/such/library.so"};
  EXPECT_THAT(RefusedFor(options_, custom_ops ? "custom_op_libraries" : "extensions").message,
              HasSubstr("no/such/library.so"));
}

TEST_P(Options, TheOtherRuntimesKindOfLibraryIsRefused) {
  const bool custom_ops = GetParam() != "openvino";
  (custom_ops ? options_.extensions : options_.custom_op_libraries) = {"library.so"};
  RefusedFor(options_, custom_ops ? "extensions" : "custom_op_libraries");
}

TEST_P(Options, SlotsAreTheStreamsAskedForAsFarAsTheRuntimeHasThem) {
  for (const int streams : {1, 2, 3}) {
    options_.streams = streams;
    const auto session = Load(AddOne(), options_);
    ASSERT_TRUE(session) << session.error().message;
    // OpenVINO makes no more streams than there are cores.
    const int most = GetParam() == "openvino"
                         ? std::min<int>(streams, static_cast<int>(std::thread::hardware_concurrency()))
                         : streams;
    EXPECT_EQ((*session)->slots(), most);
  }
}

TEST_P(Options, LeftAloneThreadsTimesSlotsStaysWithinTheCores) {
  options_.threads = 1024;
  const auto session = Load(AddOne(), options_);
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ((*session)->slots(), 1);
}

INSTANTIATE_TEST_SUITE_P(Engine, Options, ::testing::ValuesIn(RuntimesOfThisBuild()), RuntimeNameOf);

TEST_P(Options, PortsAreDeclaredOnlyWhereTheFileDoesNotSayThem) {
  if (GetParam() == "libtorch") GTEST_SKIP() << "it wants them";
  options_.outputs = {{"y", DType::kF32, {-1, 2}}};
  RefusedFor(options_, "outputs");
  options_.inputs = {{"x", DType::kF32, {-1, 2}}};
  RefusedFor(options_, "inputs");
}

class OnnxRuntimeOptions : public Options {};

TEST_P(OnnxRuntimeOptions, AnEntryOfItsConfigurationPasses) {
  options_.hints = {{"session.set_denormal_as_zero", "1"}, {"memory_pattern", "off"}};
  options_.optimization = "basic";
  options_.providers = {{"cpu", {}}};
  EXPECT_TRUE(Load(AddOne(), options_));
}

TEST_P(OnnxRuntimeOptions, WhatItHasNoCounterpartForIsRefused) {
  options_.precision_hint = "bf16";
  RefusedFor(options_, "precision_hint");
  options_ = {};
  options_.performance_hint = "latency";
  RefusedFor(options_, "performance_hint");
  options_ = {};
  options_.optimization = "most";
  RefusedFor(options_, "optimization");
}

TEST_P(OnnxRuntimeOptions, AnArenaThatIsTooSmallEndsTheCallAndNotItsNeighbours) {
  testing::OnnxFile file;
  file.Input("x", DType::kF32, {-1}).Output("y", DType::kF32, {-1}).Node("Exp", {"x"}, {"e"}).Node("Neg", {"e"}, {"y"});
  LoadOptions small;
  small.arena_bytes = 1 << 20;
  const auto limited = Load(file, small);
  const auto unlimited = Load(file);
  ASSERT_TRUE(limited && unlimited);
  const std::vector<float> values(4 << 20, 1.0F);
  const TensorView input = Floats({4 << 20}, values);
  const auto refused = RunOnce(**limited, {&input, 1});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kResourceExhausted) << refused.error().message;
  EXPECT_TRUE(RunOnce(**unlimited, {&input, 1}));
  const TensorView few = Floats({16}, std::span(values).first(16));
  EXPECT_TRUE(RunOnce(**limited, {&few, 1}));
}

INSTANTIATE_TEST_SUITE_P(Engine, OnnxRuntimeOptions, ::testing::Values("onnxruntime"), RuntimeNameOf);

class OpenVinoOptions : public Options {};

TEST_P(OpenVinoOptions, HintsOfPrecisionAndPerformancePass) {
  for (const char* hint : {"latency", "throughput"}) {
    options_.performance_hint = hint;
    options_.precision_hint = "f32";
    const auto session = Load(AddOne(), options_);
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_GE((*session)->slots(), 1);
  }
  options_ = {};
  options_.hints = {{"ENABLE_HYPER_THREADING", "NO"}};
  EXPECT_TRUE(Load(AddOne(), options_));
}

TEST_P(OpenVinoOptions, WhatItHasNoCounterpartForIsRefused) {
  options_.arena_bytes = 1 << 20;
  RefusedFor(options_, "arena_bytes");
  options_ = {};
  options_.optimization = "none";
  RefusedFor(options_, "optimization");
  options_ = {};
  options_.spinning = true;
  RefusedFor(options_, "spinning");
  options_ = {};
  options_.precision_hint = "f8";
  RefusedFor(options_, "precision_hint");
  options_ = {};
  options_.performance_hint = "both";
  RefusedFor(options_, "performance_hint");
}

INSTANTIATE_TEST_SUITE_P(Engine, OpenVinoOptions, ::testing::Values("openvino"), RuntimeNameOf);

}  // namespace
}  // namespace crossdock::engine

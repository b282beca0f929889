#include <atomic>
#include <optional>
#include <thread>

#include <gmock/gmock.h>

#include "engine/conformance/runtimes_fixture.h"

namespace crossdock::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Keeps what a call ended with.
class Sink final : public RunSink {
 public:
  void OnDone(Result<RunDone> done) noexcept override { result = std::move(done); }
  std::optional<Result<RunDone>> result;
};

class Running : public EveryRuntime {
 protected:
  /// A model of one node that gives its input back, in any dtype.
  static testing::OnnxFile Copy(DType dtype, const Shape& shape) {
    testing::OnnxFile file(15);
    file.Input("x", dtype, shape).Output("y", dtype, shape).Node("Identity", {"x"}, {"y"}).Torch("identity");
    return file;
  }
};

TEST_P(Running, GivesWhatTheModelComputesAndHowLongItTook) {
  const auto session = Load(AddOne());
  ASSERT_TRUE(session) << session.error().message;
  const float values[] = {1, 2, 3, 4};
  const TensorView input = Floats({2, 2}, values);
  const auto done = RunOnce(**session, {&input, 1});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_THAT(done->outputs[0].as<float>(), ElementsAre(2, 3, 4, 5));
  EXPECT_EQ(done->outputs[0].shape(), (Shape{2, 2}));
  EXPECT_GT(done->engine_time.count(), 0);
}

TEST_P(Running, OutputsOutliveTheSessionAndLaterCalls) {
  auto session = Load(AddOne());
  ASSERT_TRUE(session) << session.error().message;
  const float values[] = {1, 2};
  const TensorView input = Floats({1, 2}, values);
  const Tensor first = RunOnce(**session, {&input, 1}).value().outputs[0];
  const float others[] = {7, 8};
  const TensorView later = Floats({1, 2}, others);
  ASSERT_TRUE(RunOnce(**session, {&later, 1}));
  session->reset();
  EXPECT_THAT(first.as<float>(), ElementsAre(2, 3));
}

TEST_P(Running, BadInputNamesTheInput) {
  const auto session = Load(AddOne());
  ASSERT_TRUE(session) << session.error().message;
  const float values[] = {1, 2, 3};
  const TensorView wrong_width = Floats({1, 3}, values);
  const TensorView wrong_rank = Floats({2}, std::span(values).first(2));
  const TensorView wrong_dtype{DType::kI32, {1, 2}, std::as_bytes(std::span(values).first(2))};
  const TensorView too_short = Floats({2, 2}, values);
  for (const TensorView& view : {wrong_width, wrong_rank, wrong_dtype, too_short}) {
    const auto done = RunOnce(**session, {&view, 1});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(done.error().field, "x");
  }
  EXPECT_EQ(RunOnce(**session, {}).error().field, "inputs");
}

TEST_P(Running, WritesIntoTheCallersMemory) {
  const auto session = Load(AddOne());
  ASSERT_TRUE(session) << session.error().message;
  const float values[] = {1, 2};
  const TensorView input = Floats({1, 2}, values);
  float memory[2] = {};
  const MutableView output{DType::kF32, {1, 2}, std::as_writable_bytes(std::span(memory))};
  RunArgs args;
  args.inputs = {&input, 1};
  args.outputs = {&output, 1};
  Sink sink;
  (*session)->Start(0, args, sink);
  ASSERT_TRUE(*sink.result) << sink.result->error().message;
  EXPECT_THAT(memory, ElementsAre(2, 3));
  EXPECT_EQ(static_cast<const void*>((*sink.result)->outputs[0].view().bytes.data()), memory);

  const MutableView small{DType::kF32, {1, 1}, std::as_writable_bytes(std::span(memory).first(1))};
  args.outputs = {&small, 1};
  (*session)->Start(0, args, sink);
  EXPECT_FALSE(*sink.result);
}

TEST_P(Running, ComputesOnlyTheWantedOutputs) {
  testing::OnnxFile file;
  file.Input("x", DType::kF32, {-1}).Output("n", DType::kF32, {-1}).Output("e", DType::kF32, {-1});
  file.Node("Neg", {"x"}, {"n"}).Node("Abs", {"x"}, {"e"}).Torch("neg_abs");
  const auto session = Load(file);
  ASSERT_TRUE(session) << session.error().message;
  const float values[] = {-1, 2};
  const TensorView input = Floats({2}, values);
  const uint32_t wanted[] = {1};
  RunArgs args;
  args.inputs = {&input, 1};
  args.wanted_outputs = wanted;
  Sink sink;
  (*session)->Start(0, args, sink);
  ASSERT_TRUE(*sink.result) << sink.result->error().message;
  ASSERT_EQ((*sink.result)->outputs.size(), 1U);
  EXPECT_THAT((*sink.result)->outputs[0].as<float>(), ElementsAre(1, 2));
  const uint32_t beyond[] = {2};
  args.wanted_outputs = beyond;
  (*session)->Start(0, args, sink);
  EXPECT_EQ(sink.result->error().code, ErrorCode::kInvalidArgument);
}

TEST_P(Running, EveryFixedSizeDtypeComesBackAsItWent) {
  for (const DType dtype : {DType::kBool, DType::kU8, DType::kU16, DType::kU32, DType::kU64, DType::kI8, DType::kI16,
                            DType::kI32, DType::kI64, DType::kF16, DType::kBF16, DType::kF32, DType::kF64}) {
    const auto session = Load(Copy(dtype, {-1, 3}));
    ASSERT_TRUE(session) << tensor::Name(dtype) << ": " << session.error().message;
    Tensor input = Tensor::Allocate(dtype, {2, 3}).value();
    const auto bytes = input.mutable_view().bytes;
    // Small positive patterns: valid as BOOL, no NaN in any float.
    for (size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = std::byte{static_cast<unsigned char>(i % tensor::SizeOf(dtype) == 0 ? i % 2 : 0)};
    const TensorView view = input.view();
    const auto done = RunOnce(**session, {&view, 1});
    ASSERT_TRUE(done) << tensor::Name(dtype) << ": " << done.error().message;
    EXPECT_EQ(done->outputs[0].dtype(), dtype);
    EXPECT_TRUE(std::ranges::equal(done->outputs[0].view().bytes, bytes)) << tensor::Name(dtype);
  }
}

TEST_P(Running, StringsKeepTheirBytesAndOrder) {
  const auto session = Load(Copy(DType::kBytes, {-1, 2}));
  // OpenVINO's processor plug-in corrupts memory after a call with strings, LibTorch has no tensors of them.
  if (GetParam() != "onnxruntime") {
    ASSERT_FALSE(session);
    EXPECT_EQ(session.error().code, ErrorCode::kUnimplemented);
    return;
  }
  ASSERT_TRUE(session) << session.error().message;
  using namespace std::string_view_literals;
  const std::vector<std::string_view> strings = {"", "Посылка", "nul\0inside"sv, "📦"};
  const Tensor input = Tensor::OfStrings({2, 2}, strings);
  const TensorView view = input.view();
  const auto done = RunOnce(**session, {&view, 1});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(tensor::Strings(done->outputs[0].view()).value(), strings);
}

TEST_P(Running, AScalarIsATensorOfNoDimensions) {
  testing::OnnxFile file;
  file.Input("x", DType::kF32, {2})
      .Input("s", DType::kF32, {})
      .Output("y", DType::kF32, {2})
      .Node("Mul", {"x", "s"}, {"y"})
      .Torch("mul");
  const auto session = Load(file);
  ASSERT_TRUE(session) << session.error().message;
  const float values[] = {1, 2};
  const float scale[] = {10};
  const TensorView inputs[] = {Floats({2}, values), Floats({}, scale)};
  const auto done = RunOnce(**session, inputs);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_THAT(done->outputs[0].as<float>(), ElementsAre(10, 20));
}

TEST_P(Running, NoRowsInAreNoRowsOut) {
  const auto session = Load(AddOne());
  ASSERT_TRUE(session) << session.error().message;
  const TensorView input = Floats({0, 2}, {});
  const auto done = RunOnce(**session, {&input, 1});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->outputs[0].shape(), (Shape{0, 2}));
}

TEST_P(Running, OutputsMayHaveShapesThatOnlyTheDataKnows) {
  testing::OnnxFile file;
  file.Input("x", DType::kF32, {-1})
      .Output("at", DType::kI64, {1, -1})
      .Node("NonZero", {"x"}, {"at"})
      .Torch("non_zero");
  const auto session = Load(file);
  ASSERT_TRUE(session) << session.error().message;
  const float values[] = {0, 5, 0, 7};
  const TensorView input = Floats({4}, values);
  const auto done = RunOnce(**session, {&input, 1});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_THAT(done->outputs[0].as<int64_t>(), ElementsAre(1, 3));
  const float none[] = {0, 0, 0, 0};
  const TensorView zeros = Floats({4}, none);
  EXPECT_EQ(RunOnce(**session, {&zeros, 1}).value().outputs[0].shape(), (Shape{1, 0}));
}

TEST_P(Running, AnErrorInsideTheModelEndsTheCallAndNotTheSession) {
  testing::OnnxFile file;
  file.Input("x", DType::kF32, {-1})
      .Input("shape", DType::kI64, {2})
      .Output("y", DType::kF32, {-1, -1})
      .Node("Reshape", {"x", "shape"}, {"y"})
      .Torch("reshape");
  const auto session = Load(file);
  ASSERT_TRUE(session) << session.error().message;
  const float values[] = {1, 2, 3, 4};
  const int64_t wrong[] = {3, 3};
  const int64_t right[] = {2, 2};
  TensorView inputs[] = {Floats({4}, values), {DType::kI64, {2}, std::as_bytes(std::span(wrong))}};
  const auto refused = RunOnce(**session, inputs);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kInternal);
  EXPECT_THAT(refused.error().message, HasSubstr(GetParam()));
  inputs[1].bytes = std::as_bytes(std::span(right));
  EXPECT_TRUE(RunOnce(**session, inputs));
}

TEST_P(Running, SlotsRunSideBySideWithoutMixingTheirRows) {
  LoadOptions options;
  options.streams = 4;
  const auto session = Load(AddOne(), options);
  ASSERT_TRUE(session) << session.error().message;
  std::vector<std::jthread> threads;
  std::atomic<int> wrong = 0;
  for (int slot = 0; slot < (*session)->slots(); ++slot) {
    threads.emplace_back([&, slot] {
      for (int i = 0; i < 200; ++i) {
        const float values[] = {static_cast<float>(slot * 1000 + i), 0};
        const TensorView input = Floats({1, 2}, values);
        const auto done = RunOnce(**session, {&input, 1}, slot);
        if (!done || done->outputs[0].as<float>()[0] != values[0] + 1) ++wrong;
      }
    });
  }
  threads.clear();
  EXPECT_EQ(wrong, 0);
}

/// A chain of matrix products that takes seconds.
testing::OnnxFile LongRunning() {
  testing::OnnxFile file;
  file.Input("x", DType::kF32, {512, 512}).Output("y", DType::kF32, {512, 512});
  std::string last = "x";
  for (int i = 0; i < 500; ++i) {
    const std::string next = i + 1 == 500 ? "y" : "t" + std::to_string(i);
    file.Node("MatMul", {last, "x"}, {next});
    last = next;
  }
  return file;
}

TEST_P(Running, AStopEndsARunningCall) {
  if (GetParam() == "libtorch")
    GTEST_SKIP() << "LibTorch cannot be interrupted: a stop is seen before and after a call";
  LoadOptions options;
  options.streams = 1;
  const auto session = Load(LongRunning(), options);
  ASSERT_TRUE(session) << session.error().message;
  const std::vector<float> values(512 * 512, 0.001F);
  const TensorView input = Floats({512, 512}, values);
  std::stop_source stop;
  RunArgs args;
  args.inputs = {&input, 1};
  args.stop = stop.get_token();
  Sink sink;
  std::jthread call([&] { (*session)->Start(0, args, sink); });
  stop.request_stop();
  call.join();
  ASSERT_FALSE(*sink.result);
  EXPECT_EQ(sink.result->error().code, ErrorCode::kCancelled) << sink.result->error().message;
}

INSTANTIATE_TEST_SUITE_P(Engine, Running, ::testing::ValuesIn(RuntimesOfThisBuild()), RuntimeNameOf);

}  // namespace
}  // namespace crossdock::engine

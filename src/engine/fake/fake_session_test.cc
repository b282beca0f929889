#include "engine/fake/fake_session.h"

#include <future>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crossdock::engine::fake {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

Tensor Floats(Shape shape, std::vector<float> values) {
  return Tensor::CopyOf({DType::kF32, std::move(shape), std::as_bytes(std::span(values))});
}

/// Runs `rows` rows of one element each in a thread; the virtual clock decides when it ends.
struct CallInThread {
  CallInThread(FakeSession& session, int slot, int64_t rows, std::stop_token stop = {})
      : thread([this, &session, slot, rows, stop] {
          const Tensor input = Floats({rows, 1}, std::vector<float>(static_cast<size_t>(rows), 1.0F));
          const TensorView view = input.view();
          struct Sink final : RunSink {
            explicit Sink(std::promise<Result<RunDone>>& p) : promise(p) {}
            void OnDone(Result<RunDone> d) noexcept override { promise.set_value(std::move(d)); }
            std::promise<Result<RunDone>>& promise;
          } sink(promise);
          RunArgs args;
          args.inputs = {&view, 1};
          args.stop = stop;
          session.Start(slot, args, sink);
        }) {}
  std::promise<Result<RunDone>> promise;
  std::future<Result<RunDone>> done = promise.get_future();
  std::jthread thread;
};

void WaitForRunning(const FakeSession& session, int count) {
  while (session.running() != count) std::this_thread::yield();
}

/// Turns the clock in steps until the call has ended: the thread may not be waiting yet when the first step comes.
Result<RunDone> AdvanceUntilDone(VirtualClock& clock, CallInThread& call) {
  while (call.done.wait_for(0s) != std::future_status::ready) {
    clock.Advance(1ms);
    std::this_thread::yield();
  }
  return call.done.get();
}

TEST(FakeSession, TakesExactlyTheProgrammedTimeOnAVirtualClock) {
  VirtualClock clock;
  FakeSession session(IdentityModel(1, 2ms, 500us), clock);
  CallInThread call(session, 0, 4);
  WaitForRunning(session, 1);
  clock.Advance(3ms);
  EXPECT_EQ(session.running(), 1);
  ASSERT_TRUE(AdvanceUntilDone(clock, call));
  EXPECT_GE(session.calls()[0].ended - session.calls()[0].started, 4ms);
  EXPECT_EQ(session.calls()[0].rows, 4);
}

TEST(FakeSession, StopEndsARunningCall) {
  VirtualClock clock;
  FakeSession session(IdentityModel(1, 1h, 0ms), clock);
  std::stop_source stop;
  CallInThread call(session, 0, 1, stop.get_token());
  WaitForRunning(session, 1);
  stop.request_stop();
  EXPECT_EQ(call.done.get().error().code, ErrorCode::kCancelled);
}

TEST(FakeSession, RefusesASlotThatIsInUse) {
  VirtualClock clock;
  FakeSession session(IdentityModel(1, 1ms, 0ms), clock);
  CallInThread first(session, 0, 1);
  WaitForRunning(session, 1);
  const Tensor input = Floats({1, 1}, {1});
  const TensorView view = input.view();
  EXPECT_EQ(RunOnce(session, {&view, 1}).error().code, ErrorCode::kInternal);
  ASSERT_TRUE(AdvanceUntilDone(clock, first));
}

TEST(FakeSession, RunsAsManyCallsAtOnceAsItHasSlots) {
  VirtualClock clock;
  FakeModel model = IdentityModel(1, 1ms, 0ms);
  model.slots = 2;
  FakeSession session(model, clock);
  CallInThread a(session, 0, 1);
  CallInThread b(session, 1, 1);
  WaitForRunning(session, 2);
  ASSERT_TRUE(AdvanceUntilDone(clock, a));
  ASSERT_TRUE(AdvanceUntilDone(clock, b));
  EXPECT_EQ(session.most_running(), 2);
}

class FakeCompute : public testing::Test {
 protected:
  Result<std::vector<float>> Run(const FakeModel& model, Shape shape, std::vector<float> values) {
    FakeSession session(model, clock_);
    const Tensor input = Floats(std::move(shape), std::move(values));
    const TensorView view = input.view();
    auto done = RunOnce(session, {&view, 1});
    if (!done) return done.error();
    shape_ = done->outputs[0].shape();
    const auto out = done->outputs[0].as<float>();
    return std::vector<float>(out.begin(), out.end());
  }
  VirtualClock clock_;
  FakeModel model_ = IdentityModel(2, 0ms, 0ms);
  Shape shape_;
};

TEST_F(FakeCompute, IdentityGivesTheInputBack) {
  EXPECT_THAT(Run(model_, {2, 2}, {1, 2, 3, 4}).value(), ElementsAre(1, 2, 3, 4));
}

TEST_F(FakeCompute, SumAddsEachRow) {
  model_.compute = Compute::kSum;
  model_.outputs[0].shape = {-1};
  EXPECT_THAT(Run(model_, {2, 2}, {1, 2, 3, 4}).value(), ElementsAre(3, 7));
  EXPECT_THAT(shape_, ElementsAre(2));
}

TEST_F(FakeCompute, ScaleMultiplies) {
  model_.compute = Compute::kScale;
  model_.factor = -2;
  EXPECT_THAT(Run(model_, {1, 2}, {1, 2}).value(), ElementsAre(-2, -4));
}

TEST_F(FakeCompute, NoRowsGiveNoRows) {
  EXPECT_THAT(Run(model_, {0, 2}, {}).value(), ElementsAre());
  EXPECT_THAT(shape_, ElementsAre(0, 2));
}

TEST_F(FakeCompute, AMarkedElementFailsTheCallOrThrowsInsideItOrPoisonsItsRow) {
  model_.failures = {{13, FailKind::kError}, {14, FailKind::kThrow}, {15, FailKind::kNan}};
  EXPECT_EQ(Run(model_, {1, 2}, {1, 13}).error().code, ErrorCode::kInternal);
  EXPECT_EQ(Run(model_, {1, 2}, {14, 1}).error().code, ErrorCode::kInternal);
  const auto rows = Run(model_, {2, 2}, {15, 1, 3, 4}).value();
  EXPECT_THAT(rows, ElementsAre(testing::IsNan(), testing::IsNan(), 3, 4));
}

TEST_F(FakeCompute, FlawsAreThoseOfRealModels) {
  model_.flaw = Flaw::kMixesRows;
  EXPECT_THAT(Run(model_, {2, 2}, {1, 2, 3, 4}).value(), ElementsAre(3, 4, 1, 2));
  model_.flaw = Flaw::kFixedOutput;
  EXPECT_THAT(Run(model_, {2, 2}, {1, 2, 3, 4}).value(), ElementsAre(1, 2));
  model_.flaw = Flaw::kRefusesBatches;
  EXPECT_FALSE(Run(model_, {2, 2}, {1, 2, 3, 4}));
}

TEST_F(FakeCompute, BadInputNamesTheInput) {
  EXPECT_EQ(Run(model_, {1, 3}, {1, 2, 3}).error().field, "x");
  EXPECT_EQ(Run(model_, {2}, {1, 2}).error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace crossdock::engine::fake

#include "app/bench/open_loop.h"

#include <atomic>
#include <future>
#include <thread>

#include <gtest/gtest.h>

#include "app/bench/wait_sweep.h"
#include "engine/engine.h"

namespace crossdock::app::bench {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// Gives back its rows in no time.
class EchoSession final : public engine::Session {
 public:
  EchoSession() {
    signature_.inputs = {{"x", engine::DType::kF32, {-1, 1}, engine::BatchAxis::kFirst}};
    signature_.outputs = {{"y", engine::DType::kF32, {-1, 1}, engine::BatchAxis::kFirst}};
  }
  const engine::Signature& signature() const override { return signature_; }
  int slots() const override { return 1; }
  void Start(int, const engine::RunArgs& args, engine::RunSink& sink) noexcept override {
    engine::RunDone done;
    done.outputs.push_back(engine::Tensor::CopyOf(args.inputs[0]));
    sink.OnDone(std::move(done));
    ++calls_;  // after its requests were answered, so that a test can turn the clock between them and the next
  }
  int calls() const { return calls_; }

 private:
  engine::Signature signature_;
  std::atomic<int> calls_ = 0;
};

struct Loaded {
  EchoSession* session = nullptr;
  std::unique_ptr<model::Version> version;
};

Loaded Load() {
  Loaded loaded;
  model::Version::Parts parts;
  parts.id = {"m", 1};
  parts.config.batching.max_batch = 256;
  auto session = std::make_unique<EchoSession>();
  loaded.session = session.get();
  parts.signature = session->signature();
  parts.session = std::move(session);
  parts.max_batch = 256;
  parts.buckets = {{{{1}}}};
  schedule::LatencyTable table;
  table.Seed(1, milliseconds(20));
  table.Seed(256, milliseconds(20));
  parts.latency = {table};
  loaded.version = std::make_unique<model::Version>(std::move(parts));
  return loaded;
}

schedule::BatchingConfig Greedy() {
  schedule::BatchingConfig batching;
  batching.mode = "greedy";
  batching.max_batch = 256;
  return batching;
}

// The symptom: while a server stood still a generator that waits for answers sent nothing, and saw a single slow request.
TEST(OfferLoad, AStandstillIsSeenByEveryRequestThatWasDueInIt) {
  VirtualClock clock;
  const Loaded model = Load();
  std::vector<Nanos> due;
  for (int i = 0; i < 100; ++i) due.push_back(milliseconds(10) * i);
  auto running = std::async(std::launch::async, [&] { return OfferLoad(*model.version, Greedy(), 1, due, clock); });
  while (model.session->calls() == 0) std::this_thread::yield();
  clock.Advance(seconds(1));  // everything stood still for a second
  const auto result = running.get();
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->failed, 0);
  ASSERT_EQ(result->latency.size(), 100u);
  EXPECT_EQ(result->latency[0], Nanos{0}) << "the one before it";
  for (int i = 1; i < 100; ++i) EXPECT_EQ(result->latency[static_cast<size_t>(i)], milliseconds(10) * i);
  EXPECT_GE(result->lateness_p99, milliseconds(900)) << "and the run says that it is no good";
}

TEST(OfferLoad, RefusesAModelWithoutAShapeToMeasureWith) {
  VirtualClock clock;
  model::Version::Parts parts;
  parts.id = {"open", 1};
  parts.session = std::make_unique<EchoSession>();
  const model::Version open(std::move(parts));
  const auto refused = OfferLoad(open, Greedy(), 1, std::vector<Nanos>(3), clock);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().field, "warm_shapes");
}

TEST(SweepWait, MeasuresEachWaitUnderTheSameArrivals) {
  VirtualClock clock;
  const Loaded model = Load();
  EXPECT_NEAR(Capacity(*model.version, 4), 256 / 0.02, 1) << "the model runs one call at a time";
  WaitSweepOptions options;
  options.waits_us = {0, 20'000};
  options.load = 0.01;
  options.length = milliseconds(500);
  std::vector<int> told;
  std::atomic<bool> done = false;
  std::jthread turning([&] {
    while (!done) clock.Advance(milliseconds(1));
  });
  const auto rows = SweepWait(*model.version, options, clock, [&](const WaitRow& row) { told.push_back(row.wait_us); });
  done = true;
  ASSERT_TRUE(rows) << rows.error().message;
  EXPECT_EQ(told, options.waits_us);
  ASSERT_EQ(rows->size(), 2u);
  for (const WaitRow& row : *rows) EXPECT_GT(row.per_second, 0);
  EXPECT_GE((*rows)[1].mean_rows, 1);
}

TEST(BestWait, IsTheLeastTailAndThenTheLeastWork) {
  const std::vector<WaitRow> rows = {{0, {}, milliseconds(100), 0, 0.9, 0, {}},
                                     {1000, {}, milliseconds(102), 0, 0.7, 0, {}},
                                     {2000, {}, milliseconds(102), 0, 0.7, 0, {}},
                                     {5000, {}, milliseconds(120), 0, 0.4, 0, {}}};
  EXPECT_EQ(BestWait(rows).wait_us, 1000);
}

}  // namespace
}  // namespace crossdock::app::bench

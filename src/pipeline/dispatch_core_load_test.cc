#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "pipeline/test_virtual_server.h"

/// The core under loads that took other servers down, under virtual time.
namespace crossdock::pipeline {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::VirtualServer;

testing::FakeVersion Version(const char* mode, int max_batch, int max_queued, int slots = 1) {
  static VirtualClock clock;
  schedule::BatchingConfig batching;
  batching.mode = mode;
  batching.max_batch = max_batch;
  batching.max_queued = max_queued;
  auto fake = engine::fake::IdentityModel(1, milliseconds(1), Nanos{0});
  fake.slots = slots;
  return testing::MakeVersion(std::move(fake), clock, batching, max_batch);
}

double Mean(const std::vector<int>& of, size_t from, size_t to) {
  return std::accumulate(of.begin() + static_cast<std::ptrdiff_t>(from), of.begin() + static_cast<std::ptrdiff_t>(to),
                         0.0) /
         static_cast<double>(to - from);
}

// The symptom: with a queue of k and one worker, more or fewer than k waited, depending on the moment.
TEST(CoreUnderLoad, ExactlyTheLimitWaitsBesideWhatRuns) {
  const auto version = Version("sync", 1, 8);
  VirtualServer server(1, [](int) { return milliseconds(10); });
  int accepted = 0;
  int refused = 0;
  const auto ask = [&] {
    server.Ask(version.pin, TimePoint::max(), [&](const Result<WorkResult>& r) {
      ++(r ? accepted : refused);
      EXPECT_TRUE(r || r.error().reason == Reason::kQueueFull);
    });
  };
  server.At(server.now(), ask);
  for (int i = 0; i < 20; ++i) server.At(server.now() + milliseconds(1), ask);
  server.RunUntil(server.now() + milliseconds(1));
  EXPECT_EQ(refused, 20 - 8) << "at once, and for a model that is never batched too";
  server.RunUntil(server.now() + seconds(1));
  EXPECT_EQ(accepted, 1 + 8);
}

TEST(CoreUnderLoad, ABurstOfFiftyTimesTheCapacityIsRefusedHonestlyAndLeavesNothing) {
  const auto version = Version("gap", 8, 64);
  VirtualServer server(1, [](int rows) { return milliseconds(6) + microseconds(500) * rows; });
  int open = 0;
  int answered = 0;
  int most_waiting = 0;
  const TimePoint begin = server.now();
  for (int i = 0; i < 20'000; ++i) {  // 50 x 800 a second, for half a second
    server.At(begin + microseconds(25) * i, [&] {
      ++open;
      server.Ask(version.pin, server.now() + milliseconds(200), [&](const Result<WorkResult>& r) {
        --open;
        answered += r ? 1 : 0;
        EXPECT_TRUE(r || r.error().reason == Reason::kQueueFull || r.error().code == ErrorCode::kDeadlineExceeded);
      });
      most_waiting = std::max(most_waiting, server.core().queued_rows());
    });
  }
  server.RunUntil(begin + seconds(2));
  EXPECT_EQ(open, 0);
  EXPECT_LE(most_waiting, 64);
  EXPECT_GE(answered, 400) << "half a second of work, at least";
  EXPECT_EQ(server.core().queued_rows(), 0);
  EXPECT_EQ(server.core().running(), 0);
}

// The symptom: with some 500 clients the batches became smaller over time and stayed small.
TEST(CoreUnderLoad, BatchesStayFullUnderFiveHundredClients) {
  for (const char* mode : {"greedy", "gap", "article"}) {
    const auto version = Version(mode, 16, 1024);
    VirtualServer server(1, [](int rows) { return milliseconds(40) + milliseconds(3) * rows; });
    const TimePoint end = server.now() + seconds(60);
    std::mt19937 random(3);
    std::function<void()> ask = [&] {
      server.Ask(version.pin, TimePoint::max(), [&](const Result<WorkResult>&) {
        if (server.now() < end) server.At(server.now() + microseconds(random() % 20'000), ask);
      });
    };
    for (int i = 0; i < 500; ++i) server.At(server.now() + microseconds(random() % 100'000), ask);
    server.RunUntil(end + seconds(20));
    const auto& batches = server.batches();
    const size_t tenth = batches.size() / 10;
    ASSERT_GT(tenth, 50u) << mode;
    EXPECT_GT(Mean(batches, tenth, 2 * tenth), 15.5) << mode;
    EXPECT_GT(Mean(batches, 8 * tenth, 9 * tenth), 15.5) << mode;
  }
}

// The symptom: retries of what had timed out kept a server in overload after the load had gone.
TEST(CoreUnderLoad, RetriesDoNotKeepTheOverloadAlive) {
  const auto version = Version("gap", 8, 1024);
  VirtualServer server(1, [](int rows) { return milliseconds(6) + microseconds(500) * rows; });
  const TimePoint begin = server.now();
  const double capacity = 800;
  std::mt19937 random(5);
  std::vector<std::pair<TimePoint, bool>> ends;  // of requests: when, and whether in time
  std::function<void(int)> ask = [&](int tries_left) {
    server.Ask(version.pin, server.now() + milliseconds(60), [&, tries_left](const Result<WorkResult>& r) {
      ends.emplace_back(server.now(), r.has_value());
      if (!r && tries_left > 0)
        server.At(server.now() + milliseconds(100) + microseconds(random() % 50'000),
                  [&, tries_left] { ask(tries_left - 1); });
    });
  };
  TimePoint at = begin;
  while (at < begin + seconds(20)) {
    const double load = at < begin + seconds(10) ? 1.5 : 0.6;
    std::exponential_distribution<double> gap(load * capacity);
    at += std::chrono::duration_cast<Nanos>(std::chrono::duration<double>(gap(random)));
    server.At(at, [&] { ask(3); });
  }
  server.RunUntil(begin + seconds(21));
  int good = 0;
  int all = 0;
  for (const auto& [when, in_time] : ends) {
    if (when < begin + seconds(12) || when > begin + seconds(20)) continue;
    ++all;
    good += in_time ? 1 : 0;
  }
  EXPECT_GT(all, 3000);
  EXPECT_GT(good, all * 97 / 100) << "two seconds after the overload";
}

// The symptom: a batch of a low priority that was filling decided what came next.
TEST(CoreUnderLoad, ACriticalRequestLeadsTheNextBatch) {
  VirtualClock clock;
  const auto version = Version("greedy", 4, 64);
  DispatchCore core(schedule::MakeEarliestDeadlinePolicy(), 1);
  const TimePoint now = clock.Now();
  auto running = testing::Ask(version.pin, {0}, now);
  ASSERT_TRUE(core.Add(now, running.item));
  const auto first = core.Advance(now);
  std::vector<testing::AskedItem> low;
  for (int i = 0; i < 6; ++i) {
    low.push_back(testing::Ask(version.pin, {1}, now, now + milliseconds(50)));
    low.back().item.tier = Tier::kBatch;
    ASSERT_TRUE(core.Add(now, low.back().item));
  }
  auto critical = testing::Ask(version.pin, {2}, now);
  critical.item.tier = Tier::kCritical;
  ASSERT_TRUE(core.Add(now, critical.item));
  core.Complete(now, first.batches.at(0), milliseconds(1));
  const auto next = core.Advance(now);
  ASSERT_EQ(next.batches.size(), 1u);
  EXPECT_EQ(next.batches[0].items.front().tier, Tier::kCritical);
  EXPECT_EQ(next.batches[0].rows, 4);
}

}  // namespace
}  // namespace crossdock::pipeline

#include <algorithm>
#include <functional>
#include <random>

#include <gtest/gtest.h>

#include "pipeline/test_virtual_server.h"

/// The door of the core: who is refused at once, who is not, and what is left of an overload when it is over. Under virtual time.
namespace crossdock::pipeline {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::VirtualServer;

/// 6 ms and 0.5 ms a row, eight rows a call: 800 rows a second.
Nanos CallTime(int rows) { return milliseconds(6) + microseconds(500) * rows; }
constexpr double kCapacity = 800;

testing::FakeVersion Version(const char* mode, int max_batch, int max_queued = 1024) {
  static VirtualClock clock;
  schedule::BatchingConfig batching;
  batching.mode = mode;
  batching.max_batch = max_batch;
  batching.max_queued = max_queued;
  auto fake = engine::fake::IdentityModel(1, milliseconds(1), Nanos{0});
  fake.slots = 1;
  return testing::MakeVersion(std::move(fake), clock, batching, max_batch);
}

/// One request and what came of it.
struct End {
  TimePoint due;  // when it was first sent
  TimePoint when;
  bool good = false;
  Reason reason = Reason::kNone;
};

/// Poisson arrivals at a rate that changes, with clients that retry as they are advised.
class Traffic {
 public:
  struct Step {
    Nanos lasts;
    double load;  // of the capacity
  };
  struct Client {
    Nanos patience = milliseconds(60);
    int retries = 0;
  };
  Traffic(const char* mode, Client client) : version_(Version(mode, 8)), server_(1, CallTime), client_(client) {
    server_.AskForTime();
  }

  void Run(const std::vector<Step>& steps) {
    TimePoint at = server_.now();
    TimePoint until = at;
    for (const Step& step : steps) {
      until += step.lasts;
      std::exponential_distribution<double> gap(step.load * kCapacity);
      while (at < until) {
        server_.At(at, [this, first = at] { Send(first, client_.retries); });
        at += std::chrono::duration_cast<Nanos>(std::chrono::duration<double>(gap(random_)));
      }
    }
    server_.RunUntil(until + seconds(1));
  }

  /// Good answers a second, of any that came in this time of the run.
  double Goodput(Nanos from, Nanos to) const {
    return static_cast<double>(Count(from, to, [](const End& end) { return end.good; })) /
           std::chrono::duration<double>(to - from).count();
  }
  int Count(Nanos from, Nanos to, const std::function<bool(const End&)>& which) const {
    return static_cast<int>(std::count_if(ends_.begin(), ends_.end(), [&](const End& end) {
      return end.when >= begin_ + from && end.when < begin_ + to && which(end);
    }));
  }
  /// 95 of 100 that were first sent in this time were answered well within it; those that never were count as never.
  Nanos P95(Nanos from, Nanos to) const {
    std::vector<Nanos> times;
    for (const End& end : ends_) {
      if (end.due >= begin_ + from && end.due < begin_ + to)
        times.push_back(end.good ? end.when - end.due : Nanos::max());
    }
    const auto rank = times.begin() + static_cast<std::ptrdiff_t>(times.size() * 95 / 100);
    std::nth_element(times.begin(), rank, times.end());
    return *rank;
  }
  DispatchCore& core() { return server_.core(); }

 private:
  void Send(TimePoint first, int retries_left) {
    server_.Ask(version_.pin, server_.now() + client_.patience, [=, this](const Result<WorkResult>& r) {
      if (r || retries_left == 0) {
        ends_.push_back({first, server_.now(), r.has_value(), r ? Reason::kNone : r.error().reason});
        return;
      }
      // Full jitter over twice what is advised, as the front ends draw it.
      const Nanos advised = std::max<Nanos>(2 * r.error().retry_after, milliseconds(2));
      server_.At(server_.now() + Nanos(static_cast<int64_t>(random_() % static_cast<uint64_t>(advised.count()))),
                 [this, first, retries_left] { Send(first, retries_left - 1); });
    });
  }

  testing::FakeVersion version_;
  VirtualServer server_;
  const Client client_;
  const TimePoint begin_ = server_.now();
  std::mt19937_64 random_{11};
  std::vector<End> ends_;
};

// The symptom: an overload of twice the capacity left a queue that nothing of what came later was answered in time behind.
TEST(Overload, TwiceTheCapacityForHalfAMinuteCostsNoGoodputAndIsOverWithinASecond) {
  for (const char* mode : {"gap", "greedy"}) {
    Traffic traffic(mode, {});
    traffic.Run({{seconds(10), 0.6}, {seconds(30), 2}, {seconds(10), 0.6}});
    const Nanos before = traffic.P95(seconds(2), seconds(10));
    EXPECT_GE(traffic.Goodput(seconds(10), seconds(40)), 0.9 * kCapacity) << mode;
    EXPECT_LE(traffic.P95(seconds(41), seconds(49)), before + milliseconds(2)) << mode;
    // Refusals are honest: at the door, not after a wait.
    const auto refused = traffic.Count(seconds(10), seconds(40), [](const End& end) { return !end.good; });
    const auto at_once = traffic.Count(seconds(10), seconds(40), [](const End& end) {
      return !end.good && end.when == end.due && end.reason == Reason::kTierOverload;
    });
    // `gap` leaves with fewer rows than the forecast has when the head is about to be late: some of what was let in is late by that.
    EXPECT_GE(at_once, refused * 80 / 100) << mode;
    EXPECT_EQ(traffic.core().queued_rows(), 0);
  }
}

// The symptom: retries of what had been refused kept a server in overload after the load had gone.
TEST(Overload, ClientsThatRetryDoNotKeepAnOverloadOfHalfAsMuchAgainAliveForTwoSeconds) {
  Traffic traffic("gap", {.patience = milliseconds(60), .retries = 5});
  traffic.Run({{seconds(5), 0.6}, {seconds(10), 1.5}, {seconds(10), 0.6}});
  EXPECT_GE(traffic.Goodput(seconds(5), seconds(15)), 0.9 * kCapacity);
  EXPECT_LE(traffic.P95(seconds(17), seconds(24)), traffic.P95(seconds(1), seconds(5)) + milliseconds(2));
  EXPECT_LE(traffic.Count(seconds(17), seconds(24), [](const End& end) { return !end.good; }), 4);
}

// The symptom: a server that had measured nothing yet answered "busy" to a light load.
TEST(Overload, AColdStartRefusesNobodyAtALightLoad) {
  for (const char* mode : {"gap", "greedy", "article", "auto"}) {
    Traffic traffic(mode, {});
    traffic.Run({{seconds(10), 0.3}});
    EXPECT_EQ(traffic.Count(seconds(0), seconds(11), [](const End& end) { return !end.good; }), 0) << mode;
  }
}

// The symptom: with batching switched on, a load below the capacity was refused.
TEST(Overload, NothingIsRefusedBelowTheCapacity) {
  for (const char* mode : {"gap", "greedy", "window", "article", "auto"}) {
    Traffic traffic(mode, {.patience = milliseconds(250)});
    traffic.Run({{seconds(30), 0.8}});
    EXPECT_EQ(traffic.Count(seconds(0), seconds(31), [](const End& end) { return !end.good; }), 0) << mode;
  }
}

// The symptom: a limit that was learned from the latency rose as long as calls only timed out, and drifted up in a long mild overload.
TEST(Overload, ALongMildOverloadLetsNoMoreWaitAtItsEndThanAtItsBeginning) {
  Traffic traffic("gap", {.patience = milliseconds(100)});
  traffic.Run({{seconds(200), 1.1}});
  const auto waited = [](const End& end) { return end.good; };
  const int first = traffic.Count(seconds(20), seconds(60), waited);
  const int last = traffic.Count(seconds(160), seconds(200), waited);
  EXPECT_GE(last, first * 98 / 100);
  EXPECT_GE(traffic.Goodput(seconds(160), seconds(200)), 0.95 * kCapacity);
}

TEST(Overload, CallsThatAlwaysTakeTooLongDoNotLetMoreIn) {
  const auto version = Version("sync", 1);
  VirtualServer server(1, [](int) { return milliseconds(50); });
  server.AskForTime();
  const TimePoint begin = server.now();
  int most = 0;
  for (int i = 0; i < 20'000; ++i) {
    server.At(begin + milliseconds(5) * i, [&] {
      server.Ask(version.pin, server.now() + milliseconds(120), [](const Result<WorkResult>&) {});
      most = std::max(most, server.now() > begin + seconds(10) ? server.core().queued_rows() : 0);
    });
  }
  server.RunUntil(begin + seconds(101));
  EXPECT_LE(most, 2) << "120 ms hold two calls and what runs";
}

// The symptom: a model of five seconds with a deadline of one second ran for five, and its clients waited for it.
TEST(Overload, AModelThatCanNeverBeInTimeIsRefusedAtOnceAndTriedAgainRarely) {
  const auto version = Version("sync", 1);
  Nanos call = seconds(5);
  VirtualServer server(1, [&](int) { return call; });
  server.AskForTime();
  for (int i = 0; i < 4; ++i) {  // learns, with patient clients
    server.Ask(version.pin, server.now() + seconds(60), [](const Result<WorkResult>&) {});
    server.RunUntil(server.now() + seconds(6));
  }
  int refused = 0;
  int late = 0;
  int good = 0;
  const auto ask = [&] {
    server.Ask(version.pin, server.now() + seconds(1), [&, asked = server.now()](const Result<WorkResult>& r) {
      if (r) {
        ++good;
      } else if (r.error().reason == Reason::kDeadlineUnmeetable) {
        EXPECT_EQ(server.now(), asked) << "at once";
        EXPECT_EQ(r.error().retry_after.count(), 0) << "it is no use to come back";
        ++refused;
      } else {
        ++late;
      }
    });
  };
  const TimePoint begin = server.now();
  for (int i = 0; i < 600; ++i) server.At(begin + milliseconds(100) * i, ask);
  server.RunUntil(begin + seconds(70));
  EXPECT_GE(refused, 585);
  EXPECT_LE(late + good, 15) << "one call at a time is tried in five idle seconds";
  // It becomes fast again: a try finds that out.
  call = milliseconds(20);
  good = 0;
  for (int i = 0; i < 600; ++i) server.At(server.now() + milliseconds(100) * i, ask);
  server.RunUntil(server.now() + seconds(61));
  EXPECT_GE(good, 480);
}

TEST(Overload, WhatIsLessUrgentDelaysNobodyAndIsRefusedFirst) {
  const auto version = Version("sync", 1);
  std::vector<std::pair<Tier, bool>> ends;  // outlives the server, which answers what is left
  VirtualServer server(1, [](int) { return milliseconds(10); });
  for (int i = 0; i < 10; ++i) {
    server.Ask(version.pin, TimePoint::max(), [](const Result<WorkResult>&) {});
    server.RunUntil(server.now() + milliseconds(20));
  }
  server.AskForTime();
  const auto ask = [&](Tier tier, int due_ms) {
    server.Ask(
        version.pin, server.now() + milliseconds(due_ms),
        [&, tier](const Result<WorkResult>& r) { ends.emplace_back(tier, r.has_value()); }, tier);
  };
  for (int i = 0; i < 24; ++i) ask(Tier::kBatch, 250);  // 240 ms of it
  ask(Tier::kCritical, 30);
  ask(Tier::kBatch, 250);
  ASSERT_EQ(ends.size(), 1u) << "the last one alone was refused, at once";
  EXPECT_EQ(ends[0], std::pair(Tier::kBatch, false));
  server.RunUntil(server.now() + milliseconds(30));
  ASSERT_GE(ends.size(), 2u);
  EXPECT_TRUE(std::find(ends.begin(), ends.end(), std::pair(Tier::kCritical, true)) != ends.end());
}

}  // namespace
}  // namespace crossdock::pipeline

#pragma once

#include <atomic>
#include <cstdint>

namespace crossdock::telemetry {

/// A number of events since the start. Any thread; an addition costs one relaxed atomic operation.
class Counter {
 public:
  void Add(uint64_t events = 1) { value_.fetch_add(events, std::memory_order_relaxed); }
  uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> value_{0};
};

/// A level that goes up and down. Any thread.
class Gauge {
 public:
  void Set(double value) { value_.store(value, std::memory_order_relaxed); }
  void Add(double step) { value_.fetch_add(step, std::memory_order_relaxed); }
  double value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<double> value_{0};
};

}  // namespace crossdock::telemetry

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crossdock::telemetry {

/// The request that a bucket last saw, so that a slow bucket leads to a log line.
struct Exemplar {
  std::string request_id;
  double value = 0;
  double unix_seconds = 0;
};

/// What a histogram held at one moment.
struct HistogramSnapshot {
  std::vector<double> bounds;    // inclusive upper bounds, ascending, the last one infinite
  std::vector<uint64_t> counts;  // per bucket, not cumulative
  std::vector<std::optional<Exemplar>> exemplars;
  uint64_t count = 0;  // the sum of `counts`
  double sum = 0;

  /// The value below which the share `q` (0..1) of the observations lies: exact to the width of a bucket, a quarter of an octave
  /// at most. 0 without observations; an observation beyond the last finite bound counts as that bound.
  double Quantile(double q) const;
};

/// Counts values in buckets of fixed relative width: four linear steps per doubling, from `lowest` on for `octaves` doublings.
/// Everything up to `lowest` shares the first bucket, everything above the range the last. Any thread; no locks, no allocation.
class Histogram {
 public:
  static constexpr int kStepsPerOctave = 4;

  struct Layout {
    double lowest = 10e-6;  // the smallest bound, in the metric's unit
    int octaves = 24;       // 10 microseconds to 168 seconds
  };

  Histogram() : Histogram(Layout{}) {}
  explicit Histogram(Layout layout);

  /// Counts `value`; negative and NaN count as 0. `request_id`, cut at 64 bytes, may become its octave's exemplar: always while the
  /// bucket is young, then every 32nd time.
  void Observe(double value, std::string_view request_id = {});

  /// Buckets as finely as they are kept.
  HistogramSnapshot Snapshot() const;
  const Layout& layout() const { return layout_; }

 private:
  static constexpr size_t kIdBytes = 64;
  struct ExemplarSlot {
    std::atomic_flag busy;
    uint8_t length = 0;
    std::array<char, kIdBytes> id{};
    double value = 0;
    double unix_seconds = 0;
  };

  size_t IndexOf(double value) const;
  void Keep(ExemplarSlot& slot, double value, std::string_view request_id);
  size_t buckets() const { return static_cast<size_t>(layout_.octaves * kStepsPerOctave) + 2; }

  const Layout layout_;
  const double per_lowest_;
  std::unique_ptr<std::atomic<uint64_t>[]> counts_;
  std::unique_ptr<ExemplarSlot[]> exemplars_;
  std::atomic<double> sum_{0};
};

/// The same observations in buckets four times as wide, for exposition: one per octave.
HistogramSnapshot ByOctave(const HistogramSnapshot& fine);

}  // namespace crossdock::telemetry

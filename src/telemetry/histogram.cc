#include "telemetry/histogram.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>

namespace crossdock::telemetry {
namespace {

constexpr int kFractionBits = 52;
constexpr int kStepBits = 2;
constexpr uint64_t kStepMask = (1u << kStepBits) - 1;
constexpr int kExponentBias = 1023;
constexpr uint64_t kYoung = 8;
constexpr uint64_t kEveryNth = 32;

static_assert(Histogram::kStepsPerOctave == 1 << kStepBits);

double UnixSecondsNow() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

Histogram::Histogram(Layout layout)
    : layout_(layout),
      per_lowest_(1 / layout.lowest),
      counts_(std::make_unique<std::atomic<uint64_t>[]>(buckets())),
      exemplars_(std::make_unique<ExemplarSlot[]>(buckets())) {}

// The exponent and the two highest fraction bits of value / lowest are the bucket. One is taken off the bit pattern first, so that a
// value that equals a bound falls below it: bounds are inclusive.
size_t Histogram::IndexOf(double value) const {
  const double ratio = value * per_lowest_;
  if (!(ratio > 1)) return 0;
  const uint64_t bits = std::bit_cast<uint64_t>(ratio) - 1;
  const auto octave = static_cast<uint64_t>(bits >> kFractionBits) - kExponentBias;
  if (octave >= static_cast<uint64_t>(layout_.octaves)) return buckets() - 1;
  return 1 + octave * kStepsPerOctave + ((bits >> (kFractionBits - kStepBits)) & kStepMask);
}

void Histogram::Observe(double value, std::string_view request_id) {
  if (!(value > 0)) value = 0;
  const size_t index = IndexOf(value);
  const uint64_t before = counts_[index].fetch_add(1, std::memory_order_relaxed);
  sum_.fetch_add(value, std::memory_order_relaxed);
  if (!request_id.empty() && (before < kYoung || before % kEveryNth == 0)) Keep(exemplars_[index], value, request_id);
}

// A slot that another thread is writing or reading is left alone: an exemplar is a sample, losing one costs nothing.
void Histogram::Keep(ExemplarSlot& slot, double value, std::string_view request_id) {
  if (slot.busy.test_and_set(std::memory_order_acquire)) return;
  slot.length = static_cast<uint8_t>(std::min(request_id.size(), kIdBytes));
  std::memcpy(slot.id.data(), request_id.data(), slot.length);
  slot.value = value;
  slot.unix_seconds = UnixSecondsNow();
  slot.busy.clear(std::memory_order_release);
}

HistogramSnapshot Histogram::Snapshot() const {
  HistogramSnapshot snapshot;
  snapshot.sum = sum_.load(std::memory_order_relaxed);
  for (size_t i = 0; i < buckets(); ++i) {
    const auto octave = static_cast<int>((i + kStepsPerOctave - 1) / kStepsPerOctave) - 1;
    const auto step = static_cast<double>((i + kStepsPerOctave - 1) % kStepsPerOctave + 1);
    const double bound = i == 0               ? layout_.lowest
                         : i + 1 == buckets() ? std::numeric_limits<double>::infinity()
                                              : std::ldexp(layout_.lowest * (1 + step / kStepsPerOctave), octave);
    snapshot.bounds.push_back(bound);
    snapshot.counts.push_back(counts_[i].load(std::memory_order_relaxed));
    snapshot.count += snapshot.counts.back();
    auto& exemplar = snapshot.exemplars.emplace_back();
    ExemplarSlot& slot = exemplars_[i];
    if (slot.busy.test_and_set(std::memory_order_acquire)) continue;
    if (slot.length > 0) exemplar = Exemplar{std::string(slot.id.data(), slot.length), slot.value, slot.unix_seconds};
    slot.busy.clear(std::memory_order_release);
  }
  return snapshot;
}

double HistogramSnapshot::Quantile(double q) const {
  if (count == 0) return 0;
  const double rank = std::clamp(q, 0.0, 1.0) * static_cast<double>(count);
  double below = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    const auto here = static_cast<double>(counts[i]);
    if (here > 0 && below + here >= rank) {
      const double low = i == 0 ? 0 : bounds[i - 1];
      if (std::isinf(bounds[i])) return low;
      return low + (bounds[i] - low) * (rank - below) / here;
    }
    below += here;
  }
  return bounds.size() > 1 ? bounds[bounds.size() - 2] : 0;
}

HistogramSnapshot ByOctave(const HistogramSnapshot& fine) {
  HistogramSnapshot wide;
  wide.count = fine.count;
  wide.sum = fine.sum;
  uint64_t pending = 0;
  std::optional<Exemplar> exemplar;
  for (size_t i = 0; i < fine.bounds.size(); ++i) {
    pending += fine.counts[i];
    const auto& candidate = fine.exemplars[i];
    if (candidate && (!exemplar || candidate->unix_seconds >= exemplar->unix_seconds)) exemplar = candidate;
    if (i % Histogram::kStepsPerOctave != 0 && i + 1 != fine.bounds.size()) continue;
    wide.bounds.push_back(fine.bounds[i]);
    wide.counts.push_back(pending);
    wide.exemplars.push_back(std::move(exemplar));
    exemplar.reset();
    pending = 0;
  }
  return wide;
}

}  // namespace crossdock::telemetry

#include "schedule/wait_controller.h"

namespace crossdock::schedule {
namespace {

constexpr double kProportional = 0.5;
constexpr double kIntegralPerSecond = 0.1;
constexpr int kEnoughSamples = 50;
constexpr Nanos kSilence = std::chrono::seconds(5);

double Ratio(Nanos a, Nanos b) { return static_cast<double>(a.count()) / static_cast<double>(b.count()); }

}  // namespace

void WaitController::Advance(TimePoint now, int rows, const Reference& reference) {
  if (ticked_at_ == TimePoint::min()) ticked_at_ = now;
  // Ticks that a long silence would only undo are not made up for.
  if (now - ticked_at_ > 2 * kSilence) ticked_at_ += (now - ticked_at_ - 2 * kSilence) / kTick * kTick;
  while (now - ticked_at_ >= kTick) {
    ticked_at_ += kTick;
    Tick(ticked_at_, rows, reference);
  }
}

void WaitController::Answered(TimePoint now, Nanos latency) {
  tail_.Add(now, latency);
  answered_at_ = now;
}

void WaitController::Tick(TimePoint at, int rows, const Reference& reference) {
  if (rows == 0 && answered_at_ != TimePoint::min() && at - answered_at_ >= kSilence) return Forget();
  if (tail_.Count(at) >= kEnoughSamples) {
    p99_ = tail_.P99(at);
    p99_at_ = at;
  } else if (p99_ && at - p99_at_ >= kSilence) {
    p99_.reset();
  }
  double e = static_cast<double>(rows) / std::max(1, reference.queue_rows);
  if (p99_ && reference.target > Nanos{0}) e = std::max(e, Ratio(*p99_, reference.target));
  const double error = std::clamp(1 - e, -1.0, 1.0);
  const double wanted = kProportional * error + integral_;
  const bool pushed_further = (wanted >= 1 && error > 0) || (wanted <= 0 && error < 0);
  if (!pushed_further)
    integral_ =
        std::clamp(integral_ + kIntegralPerSecond * std::chrono::duration<double>(kTick).count() * error, 0.0, 1.0);
  share_ = std::clamp(kProportional * error + integral_, 0.0, 1.0);
}

void WaitController::Forget() {
  tail_.Clear();
  p99_.reset();
  answered_at_ = TimePoint::min();
  integral_ = kNeutral;
  share_ = 1;
}

Nanos WaitController::wait() const {
  return kLeast + Nanos(static_cast<int64_t>(share_ * static_cast<double>((kMost - kLeast).count())));
}

}  // namespace crossdock::schedule

#pragma once

#include <utility>

#include "base/clock.h"
#include "pipeline/parcel/parcel_run.h"

namespace crossdock::pipeline {

/// Times one step of a parcel's text, from here to Stop() or to the end of its life, and adds it to the parcel's result. One thread.
class StageTimer {
 public:
  /// `queued`: when the step began to wait for its thread.
  StageTimer(ParcelRunPtr run, const char* stage, TimePoint queued, const Clock& clock)
      : run_(std::move(run)), stage_(stage), queued_(queued), clock_(clock), started_(clock.Now()) {}
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;
  ~StageTimer() { Stop(); }

  /// What comes later is not counted. A second call does nothing.
  void Stop() {
    const auto run = std::exchange(run_, nullptr);
    if (!run) return;
    const Nanos took = clock_.Now() - started_;
    run->TextCost(took);
    run->Took(stage_, started_ - queued_, took);
  }

 private:
  ParcelRunPtr run_;
  const char* const stage_;
  const TimePoint queued_;
  const Clock& clock_;
  const TimePoint started_;
};

}  // namespace crossdock::pipeline

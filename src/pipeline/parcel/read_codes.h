#pragma once

#include <vector>

#include "pipeline/parcel/parcel_config.h"
#include "pipeline/parcel/parcel_run.h"
#include "pipeline/worker_pool.h"
#include "vision/codes/code.h"
#include "vision/image.h"

namespace crossdock::pipeline {

/// Reads the codes of a decoded picture: plainly on the calling thread, and what that misses on the rescue's own threads.
class CodeReading {
 public:
  CodeReading(const ParcelConfig& config, WorkerPool& rescue_pool, Clock& clock)
      : config_(config), rescue_pool_(rescue_pool), clock_(clock) {}

  /// Ends in run->CodesDone or CodesFailed, now or later.
  void Read(const ParcelRunPtr& run, int picture, const vision::Image& image) const;

 private:
  void Rescue(const ParcelRunPtr& run, int picture, const vision::Image& grey, std::vector<vision::Code> found, TimePoint queued) const;

  const ParcelConfig& config_;
  WorkerPool& rescue_pool_;
  Clock& clock_;
};

}  // namespace crossdock::pipeline

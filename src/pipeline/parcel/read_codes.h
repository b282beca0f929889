#pragma once

#include <memory>
#include <vector>

#include "base/unique_function.h"
#include "pipeline/parcel/locate_codes.h"
#include "pipeline/parcel/model_call.h"
#include "pipeline/parcel/parcel_config.h"
#include "pipeline/parcel/parcel_run.h"
#include "pipeline/worker_pool.h"
#include "vision/codes/code.h"
#include "vision/codes/rescue.h"
#include "vision/image.h"

namespace crossdock::pipeline {

/// Reads the codes of a decoded picture. The plain read is cut in two halves of about equal cost, by symbology, which run side by side
/// on the critical line's threads; what they miss is looked for on the rescue's own. Where that finds nothing either, and a locator is
/// configured and has time enough, the places that it names are looked at.
class CodeReading {
 public:
  CodeReading(const ParcelConfig& config, ModelCalls calls, WorkerPool& codes_pool, WorkerPool& rescue_pool,
              Clock& clock)
      : config_(config),
        locator_(config.locator, calls),
        codes_pool_(codes_pool),
        rescue_pool_(rescue_pool),
        clock_(clock) {}

  /// Ends in run->CodesDone or CodesFailed, now or later. `ended` is called once when the plain read is over, whatever it gave, with the
  /// thread time that it took.
  void Read(const ParcelRunPtr& run, int picture, const vision::Image& image, UniqueFunction<void(Nanos)> ended) const;

 private:
  struct PlainRead;
  using PlainReadPtr = std::shared_ptr<PlainRead>;

  void ReadHalf(const PlainReadPtr& read, int half) const;
  void PlainDone(const PlainReadPtr& read) const;
  void Rescue(const PlainReadPtr& read, TimePoint queued) const;
  void Locate(const PlainReadPtr& read) const;
  void RescueAt(const PlainReadPtr& read, const std::vector<vision::CodePlace>& places, TimePoint queued) const;
  vision::RescueOptions RescueLimits(const PlainRead& read) const;
  void Answer(const PlainReadPtr& read, const std::vector<vision::Code>& codes) const;

  const ParcelConfig& config_;
  const CodeLocator locator_;
  WorkerPool& codes_pool_;
  WorkerPool& rescue_pool_;
  Clock& clock_;
};

}  // namespace crossdock::pipeline

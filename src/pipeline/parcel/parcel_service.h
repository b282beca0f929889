#pragma once

#include "pipeline/parcel/parcel_config.h"
#include "pipeline/parcel/read_codes.h"
#include "pipeline/parcel/read_text.h"
#include "pipeline/ports.h"
#include "pipeline/worker_pool.h"

namespace crossdock::pipeline {

/// The hub's pipeline: each picture is decoded once; its codes and its text are then read side by side.
class ParcelPipeline final : public ParcelService {
 public:
  struct Parts {
    const model::Catalog& catalog;
    Dispatcher& dispatcher;
    Clock& clock;
    WorkerPool& codes_pool;  // decoding and plain codes: the critical line
    WorkerPool& rescue_pool;
    WorkerPool& text_pool;
    Admission* admission = nullptr;
    StageObserver observe;
  };
  /// `config` has passed Validate(). The pools and the dispatcher are stopped before the pipeline is destroyed: a step may still be at
  /// its end when its job is answered.
  ParcelPipeline(ParcelConfig config, Parts parts);

  void Submit(ParcelRequest request) noexcept override;

 private:
  void ReadPicture(const ParcelRunPtr& run, int picture, TimePoint queued);

  const ParcelConfig config_;
  const Parts parts_;
  const CodeReading codes_;
  TextReading text_;
};

}  // namespace crossdock::pipeline

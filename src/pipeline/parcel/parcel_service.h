#pragma once

#include "pipeline/parcel/parcel_config.h"
#include "pipeline/parcel/read_codes.h"
#include "pipeline/parcel/read_text.h"
#include "pipeline/ports.h"
#include "pipeline/worker_pool.h"

namespace crossdock::pipeline {

/// The hub's pipeline: each picture is decoded once; its codes are read, then its text. A job whose codes cannot be known in time is
/// refused before anything is decoded; one whose text cannot, is read for its codes alone, and says so.
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
    bool refuse_late = true;  // what cannot be in time is refused before it is decoded
  };
  /// `config` has passed Validate(). The pools and the dispatcher are stopped before the pipeline is destroyed: a step may still be at
  /// its end when its job is answered.
  ParcelPipeline(ParcelConfig config, Parts parts);

  void Submit(ParcelRequest request) noexcept override;

 private:
  using Place = std::shared_ptr<PictureLine::Place>;

  void ReadPicture(const ParcelRunPtr& run, int picture, TimePoint queued, const Place& place);
  void ReadText(const ParcelRunPtr& run, int picture, const vision::Image& image);
  TimePoint CodesDeadline(const Context& context) const;

  const ParcelConfig config_;
  const Parts parts_;
  const CodeReading codes_;
  TextReading text_;
  PictureLine codes_line_;
  PictureLine text_line_;
};

}  // namespace crossdock::pipeline

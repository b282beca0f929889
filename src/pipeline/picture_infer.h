#pragma once

#include "base/clock.h"
#include "model/catalog.h"
#include "pipeline/request.h"
#include "pipeline/worker_pool.h"

namespace crossdock::pipeline {

/// Turns pictures into tensors on the way to a model whose configuration says how (`picture` in model.yaml): BYTES at that input, a JPEG,
/// PNG, WebP, TIFF or BMP in each element, become one row each. All other requests pass as they are. Any thread.
class PictureInfer final : public InferService {
 public:
  /// All outlive the last answer; the pool decodes.
  PictureInfer(InferService& inner, const model::Catalog& catalog, WorkerPool& pool, const Clock& clock)
      : inner_(inner), catalog_(catalog), pool_(pool), clock_(clock) {}

  /// errors  kInvalidArgument at "inputs[i].data[k]": no picture, or a broken one, or (kTooLarge) too many pixels or pictures;
  ///         kResourceExhausted (kQueueFull): more pictures wait than may
  void Infer(InferRequest request) noexcept override;

 private:
  InferService& inner_;
  const model::Catalog& catalog_;
  WorkerPool& pool_;
  const Clock& clock_;
};

}  // namespace crossdock::pipeline

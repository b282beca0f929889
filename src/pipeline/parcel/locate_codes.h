#pragma once

#include <string>
#include <vector>

#include "base/unique_function.h"
#include "pipeline/parcel/model_call.h"
#include "pipeline/parcel/parcel_run.h"
#include "vision/codes/code.h"
#include "vision/image.h"

namespace crossdock::pipeline {

/// Asks a net where the codes of a picture are: a YOLOX of one input [n, 3, height, width] (R, G, B in 0..1) that has decoded its boxes,
/// as arbez_yolox_s is. What a box holds is left to the reading.
class CodeLocator {
 public:
  /// `model`: its name in the catalog; empty: there is none.
  CodeLocator(std::string model, ModelCalls calls) : model_(std::move(model)), calls_(calls) {}

  bool named() const { return !model_.empty(); }

  using Answer = UniqueFunction<void(Result<std::vector<vision::CodePlace>>)>;
  /// The most likely places, best first. Fills the net's input on this thread; `answer` is called once, from a slot's thread or this one,
  /// and must not block. A call that the dispatcher does not expect to end by `deadline` is not begun.
  /// errors  kDeadlineExceeded, kCancelled; kNotFound, kUnavailable: no such model; kInvalidArgument, kInternal: not such a net
  void Locate(const ParcelRunPtr& run, const vision::Image& picture, TimePoint deadline, Answer answer) const;

 private:
  const std::string model_;
  const ModelCalls calls_;
};

}  // namespace crossdock::pipeline

#pragma once

#include <string>

#include "model/catalog.h"
#include "pipeline/dispatcher.h"
#include "pipeline/parcel/parcel_run.h"
#include "tensor/tensor.h"

namespace crossdock::pipeline {

/// Calls models by name on behalf of a parcel: finds the version, queues the rows, reports the times as a stage.
class ModelCalls {
 public:
  ModelCalls(const model::Catalog& catalog, Dispatcher& dispatcher, Clock& clock)
      : catalog_(catalog), dispatcher_(dispatcher), clock_(clock) {}

  struct Call {
    std::string stage;  // of the times: "detect"
    model::Pin pin;
    tensor::Tensor input;  // the model's single input
    Tier tier = Tier::kNormal;
    TimePoint deadline = TimePoint::max();
  };
  using Answer = UniqueFunction<void(Result<tensor::Tensor> first_output)>;

  /// errors  kUnavailable, kNotFound: as the catalog says
  Result<model::Pin> Find(const std::string& name) const { return catalog_.Find(name, std::nullopt); }
  /// `answer` is called once, from a slot's thread or this one; it must not block.
  void Start(const ParcelRunPtr& run, Call call, Answer answer) const;

 private:
  const model::Catalog& catalog_;
  Dispatcher& dispatcher_;
  Clock& clock_;
};

}  // namespace crossdock::pipeline

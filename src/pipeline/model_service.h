#pragma once

#include "base/clock.h"
#include "model/catalog.h"
#include "pipeline/dispatcher.h"
#include "pipeline/ports.h"
#include "pipeline/request.h"

namespace crossdock::pipeline {

/// Single inferences on catalogued models: checked, admitted, split into parts that fit a call, queued, and joined again.
class ModelService final : public InferService {
 public:
  struct Parts {
    const model::Catalog& catalog;
    Dispatcher& dispatcher;
    Clock& clock;
    Admission* admission = nullptr;
    Taps taps;
    Nanos default_deadline = std::chrono::seconds(60);  // of requests and models that name none
    bool refuse_late = true;                            // what cannot be in time is refused at once
  };
  explicit ModelService(Parts parts) : parts_(parts) {}

  void Infer(InferRequest request) noexcept override;

 private:
  Status Start(InferRequest& request);

  const Parts parts_;
};

}  // namespace crossdock::pipeline

#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "base/result.h"
#include "model/version.h"
#include "pipeline/request.h"

/// What the pipeline asks of others, in its own words. `app/adapters/` implements these over modules that know nothing of the
/// pipeline. A port that nobody implements is a null pointer and costs nothing.
namespace crossdock::pipeline {

/// What is known of a request before any work is done.
struct RequestFacts {
  const Context& context;
  std::string_view target;  // model or pipeline
  size_t bytes = 0;         // what the request holds in memory
};

/// A granted place; giving it up is its destructor.
class Ticket {
 public:
  Ticket() = default;
  explicit Ticket(std::shared_ptr<void> give_back) : give_back_(std::move(give_back)) {}

 private:
  std::shared_ptr<void> give_back_;
};

class Admission {
 public:
  virtual ~Admission() = default;
  /// Before anything is decoded. Any thread; must not block.
  /// errors  kResourceExhausted with a reason
  virtual Result<Ticket> Admit(const RequestFacts& facts) = 0;
};

/// One answered inference, as a tap sees it; borrowed for the call.
struct TapEvent {
  const Context& context;
  const model::Version& version;
  std::span<const tensor::Tensor> inputs;   // signature order
  std::span<const tensor::Tensor> outputs;  // of the wanted outputs
  const Timing& timing;
};

/// A place where answered inferences can be looked at. Called on the finishing thread: bounded, drops and counts, never blocks.
class Tap {
 public:
  virtual ~Tap() = default;
  virtual bool Wants(const RequestFacts& facts) const noexcept = 0;
  virtual void See(const TapEvent& event) noexcept = 0;
};

/// The named tap points.
struct Taps {
  Tap* request_log = nullptr;
  Tap* drift = nullptr;
  Tap* review = nullptr;
};

}  // namespace crossdock::pipeline

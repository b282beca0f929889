#pragma once

#include <condition_variable>
#include <vector>

#include "base/clock.h"
#include "base/guarded.h"
#include "engine/engine.h"
#include "engine/fake/fake_model.h"

namespace crossdock::engine::fake {

/// What one call looked like, for tests that ask how batches were formed.
struct Call {
  int slot = 0;
  int64_t rows = 0;
  TimePoint started;
  TimePoint ended;
};

/// A session over a FakeModel. A call blocks its thread until the model's latency has passed on `clock`: under a VirtualClock
/// until a test advances it. A stop ends the wait at once. Using a slot twice at once, or one that is not there, fails the call.
class FakeSession final : public Session {
 public:
  /// `model` has passed Validate(); `clock` outlives the session.
  FakeSession(FakeModel model, Clock& clock);
  ~FakeSession() override;

  const Signature& signature() const override { return signature_; }
  int slots() const override { return model_.slots; }
  void Start(int slot, const RunArgs& args, RunSink& sink) noexcept override;
  bool compiles_for_shapes() const override { return model_.compiles_for_shapes; }
  std::vector<NodePlacement> placements() const override { return {{"CPU", 1, false}}; }

  /// Finished calls in the order of their ends.
  std::vector<Call> calls() const;
  /// Calls that have begun and not ended.
  int running() const;
  /// The most calls that ever ran at once.
  int most_running() const;

 private:
  struct Usage {
    std::vector<bool> busy;
    int running = 0;
    int most_running = 0;
    std::vector<Call> calls;
  };
  Result<RunDone> Run(int slot, const RunArgs& args);
  Status Claim(int slot);
  void Give(const Call& call);
  bool WaitUntil(TimePoint until, const std::stop_token& stop);

  const FakeModel model_;
  const Signature signature_;
  Clock& clock_;
  mutable Guarded<Usage> usage_;
  std::condition_variable_any changed_;
};

}  // namespace crossdock::engine::fake

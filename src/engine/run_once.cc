#include <future>
#include <utility>

#include "engine/engine.h"

namespace crossdock::engine {
namespace {

class WaitingSink final : public RunSink {
 public:
  void OnDone(Result<RunDone> done) noexcept override { promise_.set_value(std::move(done)); }
  Result<RunDone> Wait() { return promise_.get_future().get(); }

 private:
  std::promise<Result<RunDone>> promise_;
};

}  // namespace

Result<RunDone> RunOnce(Session& session, std::span<const TensorView> inputs, int slot) {
  WaitingSink sink;
  RunArgs args;
  args.inputs = inputs;
  session.Start(slot, args, sink);
  return sink.Wait();
}

}  // namespace crossdock::engine

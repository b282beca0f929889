#pragma once

#include <memory>
#include <optional>

#include <grpcpp/support/server_callback.h>
#include <grpcpp/support/status.h>

#include "base/clock.h"
#include "base/guarded.h"
#include "jobs/job.h"
#include "net/grpc/call.h"
#include "net/grpc/jobs.pb.h"

namespace crossdock::net::grpc {

class WatchCall;

/// What remains of a watch for those who tell it of changes. Of changes that come faster than the client reads only the newest is sent.
class WatchHandle final : public OpenCall {
 public:
  /// False once nothing more is wanted.
  bool See(const Result<jobs::JobView>& job);
  void End() override { See(CallList::Stopped()); }

 private:
  friend class WatchCall;
  struct State {
    WatchCall* call = nullptr;  // null once it is finished
    std::optional<jobs::JobView> next;
    std::optional<uint64_t> last_revision;
    std::optional<::grpc::Status> status;  // with which it ends once all is written
    bool writing = false;
  };
  /// The next step, if none is under way. gRPC is called with the lock held: it deletes the call only after the status is given.
  static void Step(State& state);
  Guarded<State> state_;
};

/// One stream of a job's changes; belongs to gRPC, which deletes it at its end.
class WatchCall final : public ::grpc::ServerWriteReactor<crossdock::v1::Job> {
 public:
  WatchCall(::grpc::CallbackServerContext& context, const Door& door);
  /// Who watches, or why he is refused.
  const Result<access::Caller>& caller() const { return caller_; }
  const std::shared_ptr<WatchHandle>& handle() const { return handle_; }

  void OnWriteDone(bool good) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  friend class WatchHandle;
  void Write(const jobs::JobView& job);
  void FinishWith(const ::grpc::Status& status);

  const Door door_;
  const Result<access::Caller> caller_;
  const std::string request_id_;
  const TimePoint received_;
  crossdock::v1::Job message_;
  const std::shared_ptr<WatchHandle> handle_;
};

}  // namespace crossdock::net::grpc

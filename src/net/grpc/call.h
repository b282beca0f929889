#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include <grpcpp/support/server_callback.h>
#include <grpcpp/support/status.h>

#include "access/gate.h"
#include "base/clock.h"
#include "base/guarded.h"
#include "base/result.h"
#include "base/unique_function.h"
#include "net/grpc/call_list.h"
#include "net/grpc/metrics.h"

namespace crossdock::net::grpc {

class Call;

/// What every call passes: who may come in, where a stop finds it, what is counted. All of it outlives the calls.
struct Door {
  CallList& calls;
  Metrics& metrics;
  access::Gate* gate = nullptr;  // null: nobody is asked who he is
};

/// Who calls.
/// errors  as access::Gate::Enter
Result<access::Caller> Ask(access::Gate* gate, const ::grpc::CallbackServerContext& context, access::Role role);

/// What remains of a call for those who still owe it an answer. The call itself belongs to gRPC, which deletes it at its end.
struct CallHandle final : OpenCall {
  Guarded<Call*> call;  // null once it is finished

  /// Runs `write` and finishes the call with the status it returns; if it is finished already, neither.
  void Finish(UniqueFunction<::grpc::Status(Call&)> write);
  void End() override;
};

/// One unary call under way, finished once: by its answer or by the server's stop, whichever comes first.
class Call final : public ::grpc::ServerUnaryReactor {
 public:
  Call(::grpc::CallbackServerContext& context, const Door& door, const char* method, access::Role role);

  /// Who calls, or why he is refused.
  const Result<access::Caller>& caller() const { return caller_; }
  const std::shared_ptr<CallHandle>& handle() const { return handle_; }
  const std::string& request_id() const { return request_id_; }
  TimePoint received() const { return received_; }
  /// The status of an error; field, reason and retry advice go into the trailing metadata (gRPC's own retries read grpc-retry-pushback-ms).
  ::grpc::Status Fail(const Error& refused);
  void AddTrailer(const char* key, std::string_view value);

  void OnCancel() override { handle_->cancel.request_stop(); }
  void OnDone() override;

 private:
  friend struct CallHandle;
  void FinishWith(const ::grpc::Status& status);

  ::grpc::CallbackServerContext& context_;
  const Door door_;
  const char* const method_;
  const std::string request_id_;
  const TimePoint received_;
  const Result<access::Caller> caller_;
  const std::shared_ptr<CallHandle> handle_;
};

/// The status of an error, its field named in the message.
::grpc::Status ToStatus(const Error& error);

}  // namespace crossdock::net::grpc

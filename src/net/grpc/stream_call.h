#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>

#include <grpcpp/support/server_callback.h>
#include <grpcpp/support/status.h>

#include "base/clock.h"
#include "base/guarded.h"
#include "base/result.h"
#include "net/front_end.h"
#include "net/grpc/call.h"
#include "net/grpc/call_list.h"
#include "net/grpc/inference.pb.h"
#include "pipeline/request.h"

namespace crossdock::net::grpc {

class StreamCall;

/// How much of one stream may be under way, read and not yet written back. Beyond it nothing more is read: gRPC's flow control makes
/// the client wait.
struct StreamLimits {
  size_t requests = 128;
  size_t bytes = size_t{64} << 20;
};

/// One request of a stream, and the place of its answer in the order in which they are sent.
struct StreamedRequest {
  std::string id;  // the message's own, or the request's
  bool timing = false;
  bool marks_final = false;  // the client asked which answer to a request is the last; here each is
  TimePoint received;
  std::string request_id;
  size_t bytes = 0;
  bool answered = false;
  inference::ModelStreamInferResponse message;
};

/// What remains of a stream for those who still owe it answers.
class StreamHandle final : public OpenCall {
 public:
  explicit StreamHandle(StreamLimits limits) : limits_(limits) {}

  /// The request's answer, or why there is none; sent once all before it are. Any thread, once for each request.
  void Answer(const std::shared_ptr<StreamedRequest>& request, const Result<pipeline::InferAnswer>& answer);
  void End() override { Stop(::grpc::StatusCode::UNAVAILABLE, CallList::Stopped()); }

 private:
  friend class StreamCall;
  struct State {
    StreamCall* call = nullptr;                              // null once the stream is finished
    std::deque<std::shared_ptr<StreamedRequest>> under_way;  // in the order they came
    size_t bytes = 0;                                        // of requests and answers under way
    bool reading = false;
    bool writing = false;
    bool half_closed = false;  // the client sends nothing more
  };
  void Stop(::grpc::StatusCode code, const Error& error);
  /// The next steps: a write, a read, the end. gRPC is called with the lock held: it deletes the call only after the status is given.
  void Step(State& state) const;

  const StreamLimits limits_;
  Guarded<State> state_;
};

/// ModelStreamInfer: each request is answered in the stream, errors too, in the order of the requests. Belongs to gRPC, which deletes it
/// at its end.
class StreamCall final
    : public ::grpc::ServerBidiReactor<inference::ModelInferRequest, inference::ModelStreamInferResponse> {
 public:
  StreamCall(::grpc::CallbackServerContext& context, const FrontEnd& front_end, const Door& door, StreamLimits limits);

  void OnReadDone(bool good) override;
  void OnWriteDone(bool good) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  friend class StreamHandle;
  /// Each message passes the gate, as a call of its own would.
  /// errors  as Ask, DecodeInfer, ApplyCall and BuildInferRequest
  Result<pipeline::InferRequest> Read(StreamedRequest& request);

  ::grpc::CallbackServerContext& context_;
  const FrontEnd& front_end_;
  const Door door_;
  const std::string stream_id_;
  uint64_t requests_ = 0;
  inference::ModelInferRequest message_;  // being read
  const std::shared_ptr<StreamHandle> handle_;
};

}  // namespace crossdock::net::grpc

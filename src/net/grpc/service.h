#pragma once

#include "net/front_end.h"
#include "net/grpc/call.h"
#include "net/grpc/call_list.h"
#include "net/grpc/inference.grpc.pb.h"
#include "net/grpc/metrics.h"
#include "net/grpc/stream_call.h"

namespace crossdock::net::grpc {

/// The protocol's methods. What is asked of memory answers on gRPC's thread; inference and repository actions answer later.
/// ModelInfer takes and gives its messages as bytes, for the sake of their tensors.
class Service final : public inference::GRPCInferenceService::WithRawCallbackMethod_ModelInfer<
                          inference::GRPCInferenceService::CallbackService> {
 public:
  using Context = ::grpc::CallbackServerContext;
  using Reactor = ::grpc::ServerUnaryReactor;

  Service(const FrontEnd& front_end, Metrics& metrics, StreamLimits stream_limits)
      : front_end_(front_end), stream_limits_(stream_limits), door_{calls_, metrics, front_end.gate} {}
  CallList& calls() { return calls_; }
  const Door& door() const { return door_; }

  Reactor* ServerLive(Context*, const inference::ServerLiveRequest*, inference::ServerLiveResponse*) override;
  Reactor* ServerReady(Context*, const inference::ServerReadyRequest*, inference::ServerReadyResponse*) override;
  Reactor* ModelReady(Context*, const inference::ModelReadyRequest*, inference::ModelReadyResponse*) override;
  Reactor* ServerMetadata(Context*, const inference::ServerMetadataRequest*,
                          inference::ServerMetadataResponse*) override;
  Reactor* ModelMetadata(Context*, const inference::ModelMetadataRequest*, inference::ModelMetadataResponse*) override;
  Reactor* ModelConfig(Context*, const inference::ModelConfigRequest*, inference::ModelConfigResponse*) override;
  Reactor* ModelStatistics(Context*, const inference::ModelStatisticsRequest*,
                           inference::ModelStatisticsResponse*) override;
  Reactor* ModelInfer(Context*, const ::grpc::ByteBuffer*, ::grpc::ByteBuffer*) override;
  StreamCall* ModelStreamInfer(Context*) override;
  Reactor* RepositoryIndex(Context*, const inference::RepositoryIndexRequest*,
                           inference::RepositoryIndexResponse*) override;
  Reactor* RepositoryModelLoad(Context*, const inference::RepositoryModelLoadRequest*,
                               inference::RepositoryModelLoadResponse*) override;
  Reactor* RepositoryModelUnload(Context*, const inference::RepositoryModelUnloadRequest*,
                                 inference::RepositoryModelUnloadResponse*) override;

 private:
  /// Finishes at once.
  Reactor* Now(Context* context, const char* method, const Status& status, access::Role role = access::Role::kInfer);
  Reactor* Act(Context* context, const char* method, const std::string& model,
               const FrontEnd::RepositoryAction& action);

  const FrontEnd& front_end_;
  const StreamLimits stream_limits_;
  CallList calls_;
  const Door door_;
};

}  // namespace crossdock::net::grpc

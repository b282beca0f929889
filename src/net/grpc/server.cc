#include "net/grpc/server.h"

#include <stop_token>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <grpcpp/grpcpp.h>

#include "net/grpc/jobs_service.h"
#include "net/grpc/metrics.h"
#include "net/grpc/service.h"

namespace crossdock::net::grpc {

namespace {

StreamLimits LimitsOf(const GrpcConfig& config) {
  return {static_cast<size_t>(config.stream_requests), static_cast<size_t>(config.max_message_mib) << 20};
}

}  // namespace

struct Server::Parts {
  Parts(const GrpcConfig& config, const FrontEnd& front_end, telemetry::Registry* registry,
        const std::optional<JobDoor>& door)
      : metrics(registry), service(front_end, metrics, LimitsOf(config)) {
    if (door) jobs = std::make_unique<JobsService>(*door, service.door());
  }

  Metrics metrics;
  Service service;
  std::unique_ptr<JobsService> jobs;
  int port = 0;
  std::unique_ptr<::grpc::Server> server;  // last: it calls all of the above
};

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Result<std::unique_ptr<Server>> Server::Start(const GrpcConfig& config, const FrontEnd& front_end,
                                              telemetry::Registry* registry, std::optional<JobDoor> jobs) {
  auto parts = std::make_unique<Parts>(config, front_end, registry, jobs);
  const auto address = fmt::format("{}:{}", config.address, config.port);
  ::grpc::ServerBuilder builder;
  builder.AddListeningPort(address, ::grpc::InsecureServerCredentials(), &parts->port);
  builder.RegisterService(&parts->service);
  if (parts->jobs) builder.RegisterService(parts->jobs.get());
  builder.SetMaxReceiveMessageSize(config.max_message_mib * 1024 * 1024);
  builder.SetMaxSendMessageSize(config.max_message_mib * 1024 * 1024);
  for (const auto algorithm : {GRPC_COMPRESS_GZIP, GRPC_COMPRESS_DEFLATE})
    builder.SetCompressionAlgorithmSupportStatus(algorithm, config.compression);
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);  // a taken port is an error, not a second server behind it
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, config.max_concurrent_streams);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, config.least_ping_interval_ms);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PING_STRIKES, 0);
  parts->server = builder.BuildAndStart();
  if (!parts->server || parts->port == 0) {
    return Error{ErrorCode::kUnavailable,
                 fmt::format("cannot listen on {} for gRPC: the port is taken, or not ours to take", address),
                 "grpc.port"};
  }
  return std::unique_ptr<Server>(new Server(std::move(parts)));
}

Server::~Server() { Stop(std::chrono::milliseconds(0)); }

int Server::port() const { return parts_->port; }

void Server::Stop(std::chrono::milliseconds drain) {
  if (!parts_->server) return;
  // Shutdown() waits for every call's end, whatever its deadline says, so the calls are ended from beside it once that has passed.
  const std::jthread ender([&](std::stop_token stop) { parts_->service.calls().EndAfter(drain, stop); });
  parts_->server->Shutdown(std::chrono::system_clock::now() + drain);
  parts_->server->Wait();
  parts_->server = nullptr;
}

}  // namespace crossdock::net::grpc

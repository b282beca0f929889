#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "base/result.h"
#include "net/front_end.h"
#include "net/grpc/config.h"
#include "net/grpc/job_door.h"
#include "telemetry/registry.h"

namespace crossdock::net::grpc {

/// The gRPC server: services inference.GRPCInferenceService and, with a door to the jobs, crossdock.v1.Jobs, on gRPC's own threads.
class Server {
 public:
  /// Listens and serves at once. `front_end` outlives the server, and so do `registry`, which may be null, and what the door leads to.
  /// errors  kUnavailable: the address or port cannot be had
  static Result<std::unique_ptr<Server>> Start(const GrpcConfig& config, const FrontEnd& front_end,
                                               telemetry::Registry* registry = nullptr,
                                               std::optional<JobDoor> jobs = std::nullopt);
  /// Stops without waiting if Stop() was not called.
  ~Server();

  /// The port listened on, also where the configuration said 0.
  int port() const;
  /// Takes no more calls; those under way may finish for at most `drain`, then the rest gets UNAVAILABLE and answers that come later are
  /// dropped. Returns when all threads have ended.
  void Stop(std::chrono::milliseconds drain);

 private:
  struct Parts;
  explicit Server(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace crossdock::net::grpc

#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "base/result.h"
#include "net/http/config.h"
#include "net/http/router.h"
#include "telemetry/registry.h"

namespace crossdock::net::http {

/// The HTTP/1.1 server: `threads` receiving threads, each with its own event loop. Handlers run on them.
class Server {
 public:
  /// Listens and serves at once. `registry` and `gate` may be null, else they outlive the server; without a gate nobody is asked who he is.
  /// errors  kInvalidArgument: not an address; kUnavailable: the port cannot be had
  static Result<std::unique_ptr<Server>> Start(const HttpConfig& config, std::vector<Route> routes,
                                               telemetry::Registry* registry = nullptr, access::Gate* gate = nullptr);
  /// Stops without waiting if Stop() was not called.
  ~Server();

  /// The port listened on, also where the configuration said 0.
  int port() const;
  /// Takes no more connections and requests; answers what is under way, with "Connection: close", for at most `drain`, then says 503
  /// to the rest. Requests whose answer comes later are dropped. Returns when all threads have ended.
  void Stop(std::chrono::milliseconds drain);

 private:
  struct Parts;
  explicit Server(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace crossdock::net::http

#include "net/http/server.h"

#include <sched.h>

#include <algorithm>
#include <string_view>
#include <thread>

#include "base/guarded.h"
#include "net/http/io_loop.h"
#include "net/http/listener.h"

namespace crossdock::net::http {
namespace {

/// Cores that this process may use.
int UsableCores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::vector<std::string_view> Paths(const Router& router) {
  std::vector<std::string_view> paths;
  for (const Route& route : router.routes()) paths.emplace_back(route.path);
  return paths;
}

}  // namespace

struct Server::Parts {
  Parts(const HttpConfig& given, std::vector<Route> routes, telemetry::Registry* registry, access::Gate* asked)
      : config(given), router(std::move(routes)), metrics(registry, Paths(router)), gate(asked) {}

  HttpConfig config;
  Router router;
  Metrics metrics;
  access::Gate* const gate;
  Guarded<int> running;
  std::condition_variable_any one_ended;
  std::vector<std::unique_ptr<IoLoop>> loops;  // after all that they use
  std::unique_ptr<Listener> listener;          // goes before the loop that it is bound to

  void StartLoops() {
    const int count = config.threads > 0 ? config.threads : UsableCores();
    *running.Lock() = count;
    const Shared shared{config, router, metrics,
                        std::make_shared<BodyBudget>(static_cast<size_t>(config.max_inflight_mib) * 1024 * 1024), gate};
    const int connections_each = std::max(1, (config.max_connections + count - 1) / count);
    const auto on_end = [this] {
      *running.Lock() -= 1;
      one_ended.notify_all();
    };
    for (int i = 0; i < count; ++i) loops.push_back(std::make_unique<IoLoop>(shared, connections_each, i, on_end));
  }
};

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Result<std::unique_ptr<Server>> Server::Start(const HttpConfig& config, std::vector<Route> routes,
                                              telemetry::Registry* registry, access::Gate* gate) {
  auto parts = std::make_unique<Parts>(config, std::move(routes), registry, gate);
  parts->StartLoops();
  std::vector<IoLoop*> loops;
  for (const auto& loop : parts->loops) loops.push_back(loop.get());
  parts->listener = std::make_unique<Listener>(std::move(loops));
  const auto opened = parts->listener->Open(config.address, config.port);
  auto server = std::unique_ptr<Server>(new Server(std::move(parts)));
  if (!opened) return opened.error();
  return server;
}

Server::~Server() { Stop(std::chrono::milliseconds(0)); }

int Server::port() const { return parts_->listener->port(); }

void Server::Stop(std::chrono::milliseconds drain) {
  parts_->listener->Stop();
  for (const auto& loop : parts_->loops) loop->BeginStop();
  RealClock clock;
  const auto until = clock.Now() + drain;
  auto running = parts_->running.Lock();
  while (*running > 0 && clock.Now() < until) running.Wait(clock, parts_->one_ended, until, {});
  running.Unlock();
  for (const auto& loop : parts_->loops) loop->Abort();
  for (const auto& loop : parts_->loops) loop->Join();
}

}  // namespace crossdock::net::http

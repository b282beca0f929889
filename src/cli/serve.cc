#include <malloc.h>
#include <pthread.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <thread>

#include <fmt/format.h>

#include "app/server.h"
#include "base/log.h"
#include "cli/command_line.h"
#include "cli/verbs.h"

namespace crossdock::cli {
namespace {

struct Options {
  std::string config;
  std::string models;
  std::string host;
  int http_port = -1;
  int grpc_port = -1;
  bool json_log = false;
};

Result<app::ServerConfig> ReadConfig(const Options& options) {
  app::ServerConfig config;
  if (!options.config.empty()) {
    auto read = app::LoadServerConfig(options.config);
    if (!read) return read;
    config = *std::move(read);
  }
  if (!options.models.empty()) config.model_repository = std::filesystem::absolute(options.models);
  if (options.http_port >= 0) config.http.port = options.http_port;
  if (options.grpc_port >= 0) config.grpc.port = options.grpc_port;
  if (!options.host.empty()) config.http.address = config.grpc.address = options.host;
  if (options.json_log) config.log.json = true;
  if (config.model_repository.empty() && config.models.empty() && !config.pipelines.parcel) {
    return InvalidArgument(
        "--models", "there is nothing to serve: name a folder of models (--models DIR) or a configuration (-c FILE)");
  }
  if (Status valid = config.Validate(); !valid) return valid.error();  // also with what the flags changed
  return config;
}

log::Level LevelOf(const std::string& name) {
  if (name == "debug") return log::Level::kDebug;
  if (name == "warn") return log::Level::kWarn;
  if (name == "error") return log::Level::kError;
  return log::Level::kInfo;
}

/// SIGINT, SIGTERM and SIGHUP, blocked in every thread and taken by one: the ordinary way to end is a return from here.
class Signals {
 public:
  Signals() {
    sigemptyset(&set_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&set_, signal);
    pthread_sigmask(SIG_BLOCK, &set_, nullptr);
  }
  int Wait() const {
    int signal = 0;
    sigwait(&set_, &signal);
    return signal;
  }

 private:
  sigset_t set_;
};

/// What SIGHUP asks for. A configuration that cannot be read changes nothing.
void Reload(const Options& options, app::Server& server) {
  const auto config = ReadConfig(options);
  if (!config) return log::Error("configuration not reloaded", {{"reason", config.error().message}});
  server.Reload(*config);
  if (Status read = server.ReloadAccess(); !read)
    log::Error("principals not reloaded", {{"reason", read.error().message}});
}

/// A load runs inside a vendor's library, which nobody can interrupt. Everything accepted has been answered and everything kept is on
/// disk by now, so the process does not wait for it: it leaves without destroying what the load still uses.
void LeaveWithoutLoading(app::Server& server, std::ostream& out) {
  if (server.StopLoading(std::chrono::seconds(2))) return;
  log::Warn("stopped while a model was being loaded");
  out.flush();
  std::_Exit(kDone);
}

void Announce(const app::Server& server, const app::ServerConfig& config, std::ostream& out) {
  out << fmt::format("crossdock: http listening on {}:{}\n", config.http.address, server.http_port());
  out << fmt::format("crossdock: grpc listening on {}:{}\n", config.grpc.address, server.grpc_port());
  out.flush();
}

/// Pictures and bit maps of megabytes come and go with every request. By default each is mapped anew, and its pages are faulted in one
/// by one: about 2 of 15 ms of a picture's codes. 32 MiB is the most that the allocator takes for the first.
void KeepFreedMemory() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
}

}  // namespace

int RunServe(Args args, std::ostream& out, std::ostream& err) {
  Options options;
  CLI::App app(
      "Runs the server until SIGINT or SIGTERM; then answers what it has accepted, and ends. SIGHUP reloads the models "
      "and their configuration.",
      "serve");
  app.add_option("-c,--config", options.config, "configuration file; see `crossdock config example`");
  app.add_option("--models", options.models, "folder of models: NAME.onnx, or NAME/1/model.onnx");
  app.add_option("--host", options.host, "address to listen on; without it, loopback only");
  app.add_option("--http-port", options.http_port, "port of HTTP; 0: any free one, printed")
      ->check(CLI::Range(0, 65535));
  app.add_option("--grpc-port", options.grpc_port, "port of gRPC; 0: any free one, printed")
      ->check(CLI::Range(0, 65535));
  app.add_flag("--log-json", options.json_log, "log as one JSON object a line");
  app.footer(
      "Examples:\n  crossdock serve --models models\n  crossdock serve -c crossdock.yaml --http-port 0 --grpc-port 0");
  if (const auto end = ReadCommandLine(app, args, out, err)) return *end;

  const auto config = ReadConfig(options);
  if (!config) {
    err << "crossdock: " << config.error().message << '\n';
    return options.config.empty() && options.models.empty() ? kUsage : kFailed;
  }
  log::Configure(LevelOf(config->log.level), config->log.json);
  const Signals signals;
  KeepFreedMemory();
  auto server = app::Server::Start(*config);
  if (!server) {
    err << "crossdock: " << server.error().message << '\n';
    return kFailed;
  }
  Announce(**server, *config, out);
  // Models load while this thread already listens for the end.
  std::jthread loading([&](const std::stop_token& stop) {
    (*server)->WaitSettled(stop);
    if (stop.stop_requested()) return;
    (*server)->BeginJobs();
    out << ((*server)->ready() ? "crossdock: ready\n"
                               : "crossdock: not ready: a model that the configuration names failed\n");
    out.flush();
  });
  int signal = signals.Wait();
  for (; signal == SIGHUP; signal = signals.Wait()) Reload(options, **server);
  log::Info("stopping", {{"signal", signal == SIGINT ? "SIGINT" : "SIGTERM"}});
  loading.request_stop();
  loading.join();
  (*server)->Stop();
  LeaveWithoutLoading(**server, out);
  log::Info("stopped");
  return kDone;
}

}  // namespace crossdock::cli

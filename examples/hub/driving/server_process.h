#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"

namespace crossdock::hub {

/// The `crossdock` server as a child: asked to stop (SIGTERM) and awaited when this goes, killed if it does not listen, and ended by the
/// system should this process die first. One thread.
class ServerProcess {
 public:
  /// Starts `program` with `arguments`; what it writes to standard error goes to `log`.
  /// errors    kNotFound: no such program; kUnavailable: it cannot be started
  static Result<std::unique_ptr<ServerProcess>> Start(const std::filesystem::path& program,
                                                      const std::vector<std::string>& arguments,
                                                      const std::filesystem::path& log);
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  struct Endpoints {
    std::string http;  // HOST:PORT
    std::string grpc;
  };
  /// Reads the child's output until it says that it is ready; `waiting` hears about every half second how long that has taken.
  /// errors    kUnavailable: it ended instead (with the tail of its log); kDeadlineExceeded; kCancelled: `stop` was requested
  Result<Endpoints> AwaitReady(std::chrono::seconds timeout, std::stop_token stop,
                               const std::function<void(double seconds)>& waiting);

  bool IsRunning();
  /// Waits until it ends by itself (true) or `stop` is requested (false).
  bool AwaitEnd(std::stop_token stop);
  /// Asks it to stop and waits; returns its exit code, or 128 + the signal that ended it.
  int Stop();
  /// The last lines of its log.
  std::string LogTail() const;

 private:
  ServerProcess(pid_t pid, int output, std::filesystem::path log) : pid_(pid), output_(output), log_(std::move(log)) {}
  /// One line of its output, or nothing for now.
  bool TakeLine(std::string& line);

  pid_t pid_;
  int output_;  // reading end of its standard output
  std::filesystem::path log_;
  std::string pending_;
  bool ended_ = false;
  int exit_code_ = 0;
};

}  // namespace crossdock::hub

#include "hub/driving/server_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <deque>
#include <fstream>

#include <fmt/format.h>

#include "base/clock.h"
#include "hub/driving/pause.h"

namespace crossdock::hub {
namespace {

using namespace std::chrono_literals;

constexpr auto kStopPatience = 20s;
constexpr std::string_view kHttpLine = "http listening on ";
constexpr std::string_view kGrpcLine = "grpc listening on ";

/// In the child, after fork: only calls that are allowed there.
[[noreturn]] void BecomeServer(char* const* arguments, int output, int log, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(127);
  setpgid(0, 0);  // Ctrl-C at the terminal reaches the parent alone, which then stops the server in order
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  dup2(output, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  execv(arguments[0], arguments);
  _exit(127);
}

std::string After(const std::string& line, std::string_view mark) {
  const auto at = line.find(mark);
  return at == std::string::npos ? "" : line.substr(at + mark.size());
}

}  // namespace

Result<std::unique_ptr<ServerProcess>> ServerProcess::Start(const std::filesystem::path& program,
                                                            const std::vector<std::string>& arguments,
                                                            const std::filesystem::path& log) {
  if (access(program.c_str(), X_OK) != 0)
    return Error{ErrorCode::kNotFound, fmt::format("no program at {}: build it first", program.string())};
  int pipe_ends[2];
  if (pipe2(pipe_ends, O_CLOEXEC) != 0) return Error{ErrorCode::kUnavailable, std::strerror(errno)};
  const int log_file = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (log_file < 0) {
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    return Error{ErrorCode::kUnavailable, fmt::format("cannot write {}: {}", log.string(), std::strerror(errno))};
  }
  std::string path = program.string();
  std::vector<std::string> words = arguments;
  std::vector<char*> argv{path.data()};
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) BecomeServer(argv.data(), pipe_ends[1], log_file, parent);
  close(pipe_ends[1]);
  close(log_file);
  if (child < 0) {
    close(pipe_ends[0]);
    return Error{ErrorCode::kUnavailable, fmt::format("cannot start {}: {}", path, std::strerror(errno))};
  }
  return std::unique_ptr<ServerProcess>(new ServerProcess(child, pipe_ends[0], log));
}

ServerProcess::~ServerProcess() {
  Stop();
  close(output_);
}

bool ServerProcess::TakeLine(std::string& line) {
  pollfd ready{output_, POLLIN, 0};
  while (pending_.find('\n') == std::string::npos && poll(&ready, 1, 0) > 0) {
    char bytes[4096];
    const auto count = read(output_, bytes, sizeof bytes);
    if (count <= 0) break;
    pending_.append(bytes, static_cast<std::size_t>(count));
  }
  const auto end = pending_.find('\n');
  if (end == std::string::npos) return false;
  line = pending_.substr(0, end);
  pending_.erase(0, end + 1);
  return true;
}

Result<ServerProcess::Endpoints> ServerProcess::AwaitReady(std::chrono::seconds timeout, std::stop_token stop,
                                                           const std::function<void(double)>& waiting) {
  const TimePoint start = RealClock().Now();
  TimePoint next_word = start;
  Endpoints endpoints;
  for (;;) {
    for (std::string line; TakeLine(line);) {
      if (auto http = After(line, kHttpLine); !http.empty()) endpoints.http = http;
      if (auto grpc = After(line, kGrpcLine); !grpc.empty()) endpoints.grpc = grpc;
      if (line.find("not ready") != std::string::npos) return Error{ErrorCode::kUnavailable, line + "\n" + LogTail()};
      if (line.ends_with("ready") && !endpoints.http.empty()) return endpoints;
    }
    const TimePoint now = RealClock().Now();
    if (!IsRunning())
      return Error{ErrorCode::kUnavailable, fmt::format("the server ended with code {}:\n{}", exit_code_, LogTail())};
    if (now - start > timeout)
      return Error{ErrorCode::kDeadlineExceeded, fmt::format("the server was not ready after {} s", timeout.count())};
    if (now >= next_word) {
      waiting(std::chrono::duration<double>(now - start).count());
      next_word = now + 500ms;
    }
    if (!PauseUntil(now + 20ms, stop)) return Error{ErrorCode::kCancelled, "stopped before the server was ready"};
  }
}

bool ServerProcess::IsRunning() {
  if (ended_) return false;
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) != pid_) return true;
  ended_ = true;
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return false;
}

bool ServerProcess::AwaitEnd(std::stop_token stop) {
  while (IsRunning()) {
    // Whatever it still says must not fill the pipe and hold it up.
    for (std::string line; TakeLine(line);) continue;
    if (!PauseUntil(RealClock().Now() + 100ms, stop)) return false;
  }
  return true;
}

int ServerProcess::Stop() {
  if (!IsRunning()) return exit_code_;
  kill(pid_, SIGTERM);
  const TimePoint patience = RealClock().Now() + kStopPatience;
  while (IsRunning() && RealClock().Now() < patience) PauseUntil(RealClock().Now() + 20ms, {});
  if (ended_) return exit_code_;
  kill(pid_, SIGKILL);
  while (IsRunning()) PauseUntil(RealClock().Now() + 5ms, {});
  return exit_code_;
}

std::string ServerProcess::LogTail() const {
  std::ifstream file(log_);
  std::deque<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    lines.push_back(line);
    if (lines.size() > 12) lines.pop_front();
  }
  std::string tail;
  for (const std::string& line : lines) tail += "  " + line + "\n";
  return tail;
}

}  // namespace crossdock::hub

#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <thread>

#include <boost/asio/basic_waitable_timer.hpp>

#include "net/http/asio_types.h"
#include "net/http/config.h"
#include "net/http/metrics.h"
#include "net/http/router.h"

namespace crossdock::net::http {

class Connection;

/// What all connections of a server share; outlives them.
struct Shared {
  const HttpConfig& config;
  const Router& router;
  Metrics& metrics;
  std::shared_ptr<BodyBudget> budget;
  access::Gate* gate = nullptr;  // null: nobody is asked who he is
};

/// One receiving thread with its event loop and the connections that live on it.
class IoLoop {
 public:
  /// `on_end` is called on the loop's thread as its last act.
  IoLoop(const Shared& shared, int max_connections, int number, std::function<void()> on_end);
  ~IoLoop();

  asio::io_context& context() { return *context_; }
  const std::shared_ptr<asio::io_context>& context_ptr() const { return context_; }

  /// Any thread: takes a connection over. Beyond the limit the one that waits longest for its next request makes room.
  void Adopt(Socket socket);
  /// Any thread: no more requests; ends once those under way are answered.
  void BeginStop();
  /// Any thread: answers what is under way with 503 and ends.
  void Abort();
  /// Waits for the thread's end, which only a stop brings.
  void Join();

  // For connections, on the loop's thread.
  const Shared& shared() const { return shared_; }
  bool stopping() const { return stopping_; }
  const std::string& date() const { return date_; }
  void Forget(Connection& connection);

 private:
  using Timer =
      asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>, Executor>;

  void Run(int number);
  void Start(Socket socket);
  void Sweep();
  bool MakeRoom();

  const Shared shared_;
  const int max_connections_;
  const std::chrono::milliseconds tick_;
  const std::function<void()> on_end_;
  std::shared_ptr<asio::io_context> context_;
  Timer timer_;
  std::list<Connection*> connections_;
  std::string date_;
  bool stopping_ = false;
  std::jthread thread_;  // last: it reads all of the above
};

}  // namespace crossdock::net::http

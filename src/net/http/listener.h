#pragma once

#include <memory>
#include <string>
#include <vector>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_waitable_timer.hpp>

#include "base/result.h"
#include "net/http/asio_types.h"
#include "net/http/io_loop.h"

namespace crossdock::net::http {

/// Accepts connections on the first loop's thread and deals them out to all loops in turn.
class Listener {
 public:
  /// The loops outlive the listener's last callback: both end with the loops' threads.
  explicit Listener(std::vector<IoLoop*> loops);

  /// errors  kInvalidArgument: not an IP address; kUnavailable: the port is taken or not ours to take
  Status Open(const std::string& address, int port);
  /// The port that is listened on.
  int port() const { return port_; }
  /// Any thread.
  void Stop();

 private:
  void AcceptNext();
  void Accepted(const error_code& error, Socket socket, IoLoop& loop);

  std::vector<IoLoop*> loops_;
  size_t next_ = 0;
  int port_ = 0;
  bool complained_ = false;
  asio::basic_socket_acceptor<asio::ip::tcp, Executor> acceptor_;
  asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>, Executor> pause_;
};

}  // namespace crossdock::net::http

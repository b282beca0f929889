#pragma once

#include <string>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>

#include "base/clock.h"
#include "load/message.h"
#include "load/record.h"

namespace crossdock::load {

/// What a connection brought back.
struct Reply {
  Failure failure = Failure::kNone;
  int status = 0;
  std::string body;
  std::string location;  // header of that name; empty: none
  TimePoint sent;        // when the request began to go out
  TimePoint first_byte;  // when the reply's head had come
};

/// One HTTP/1.1 connection that is kept between requests and opened anew when the server has closed it. On the loop's thread.
class Connection {
 public:
  using Endpoints = boost::asio::ip::tcp::resolver::results_type;
  Connection(boost::asio::io_context& io, const Endpoints& endpoints) : socket_(io), endpoints_(endpoints) {}

  /// Sends `message` and awaits the reply; one at a time. A kept connection that turns out to be closed is no failure: the request
  /// goes out once more on a fresh one. `message` outlives the call.
  boost::asio::awaitable<Reply> Exchange(const Message& message);

  /// Ends what is under way; its Exchange returns kTimeout.
  void GiveUp();

 private:
  boost::asio::awaitable<Reply> ExchangeOnce(const Message& message);
  void Close();

  boost::asio::ip::tcp::socket socket_;
  const Endpoints& endpoints_;
  boost::beast::flat_buffer buffer_;
  bool open_ = false;
  bool given_up_ = false;
};

}  // namespace crossdock::load

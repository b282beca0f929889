#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include "load/http_client.h"

namespace crossdock::load {

/// A server on loopback that answers as a test tells it, one connection beside the other.
class ScriptedServer {
 public:
  struct Answer {
    int status = 200;
    std::string body = "{}";
    std::string location = {};
    bool hang_up = false;  // closes the connection afterwards, unannounced
  };
  /// Called on the server's thread with the number of the request and its target. Nothing: the request is never answered.
  using Script = std::function<std::optional<Answer>(int number, const std::string& target)>;

  explicit ScriptedServer(Script script) : script_(std::move(script)) {
    boost::asio::co_spawn(io_, Accept(), boost::asio::detached);
    thread_ = std::jthread([this] { io_.run(); });
  }
  ~ScriptedServer() { io_.stop(); }

  Address address() const { return {"127.0.0.1", std::to_string(acceptor_.local_endpoint().port())}; }
  int requests() const { return requests_; }
  int connections() const { return connections_; }

 private:
  using Socket = boost::asio::ip::tcp::socket;
  static constexpr auto kAwait = boost::asio::as_tuple(boost::asio::use_awaitable);

  boost::asio::awaitable<void> Accept() {
    for (;;) {
      Socket socket(io_);
      const auto [failure] = co_await acceptor_.async_accept(socket, kAwait);
      if (failure) co_return;
      ++connections_;
      boost::asio::co_spawn(io_, Serve(std::move(socket)), boost::asio::detached);
    }
  }

  boost::asio::awaitable<void> Serve(Socket socket) {
    namespace http = boost::beast::http;
    boost::beast::flat_buffer buffer;
    for (;;) {
      http::request<http::string_body> request;
      const auto [failure, size] = co_await http::async_read(socket, buffer, request, kAwait);
      if (failure) co_return;
      const auto answer = script_(requests_++, std::string(request.target()));
      if (!answer) {
        // Waits for the client to go.
        co_await http::async_read(socket, buffer, request, kAwait);
        co_return;
      }
      http::response<http::string_body> response(static_cast<http::status>(answer->status), 11, answer->body);
      if (!answer->location.empty()) response.set(http::field::location, answer->location);
      response.prepare_payload();
      co_await http::async_write(socket, response, kAwait);
      if (answer->hang_up) co_return;
    }
  }

  Script script_;
  std::atomic<int> requests_{0};
  std::atomic<int> connections_{0};
  boost::asio::io_context io_{1};
  boost::asio::ip::tcp::acceptor acceptor_{io_, {boost::asio::ip::address_v4::loopback(), 0}};
  std::jthread thread_;  // last: it uses what stands above
};

}  // namespace crossdock::load

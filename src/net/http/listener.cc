#include "net/http/listener.h"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <fmt/format.h>

#include "base/log.h"

namespace crossdock::net::http {
namespace {

constexpr std::chrono::milliseconds kPauseWithoutSockets{50};

}  // namespace

Listener::Listener(std::vector<IoLoop*> loops)
    : loops_(std::move(loops)), acceptor_(loops_[0]->context()), pause_(loops_[0]->context()) {}

Status Listener::Open(const std::string& address, int port) {
  error_code error;
  const auto ip = asio::ip::make_address(address, error);
  if (error) return InvalidArgument("http.address", fmt::format("\"{}\" is not an IP address", address));
  const asio::ip::tcp::endpoint endpoint(ip, static_cast<asio::ip::port_type>(port));
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
  if (error) {
    return Error{ErrorCode::kUnavailable, fmt::format("cannot listen on {}:{}: {}", address, port, error.message()),
                 "http.port"};
  }
  port_ = acceptor_.local_endpoint().port();
  asio::post(loops_[0]->context(), [this] { AcceptNext(); });
  return {};
}

void Listener::AcceptNext() {
  IoLoop& loop = *loops_[next_++ % loops_.size()];
  acceptor_.async_accept(loop.context(), [this, &loop](const error_code& error, Socket socket) {
    Accepted(error, std::move(socket), loop);
  });
}

void Listener::Accepted(const error_code& error, Socket socket, IoLoop& loop) {
  if (!acceptor_.is_open()) return;
  if (!error) {
    loop.Adopt(std::move(socket));
    complained_ = false;
    return AcceptNext();
  }
  if (error == asio::error::connection_aborted) return AcceptNext();
  // No descriptors or memory left: a pause, so that the thread serves those who are in instead of spinning.
  if (!complained_) log::Warn("new connections cannot be accepted", {{"why", error.message()}});
  complained_ = true;
  pause_.expires_after(kPauseWithoutSockets);
  pause_.async_wait([this](const error_code& stopped) {
    if (!stopped) AcceptNext();
  });
}

void Listener::Stop() {
  asio::post(loops_[0]->context(), [this] {
    error_code ignored;
    acceptor_.close(ignored);
    pause_.cancel();
  });
}

}  // namespace crossdock::net::http

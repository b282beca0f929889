#include "load/http_client.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <fmt/format.h>

namespace crossdock::load {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;

constexpr std::uint64_t kMostReplyBytes = 256u << 20;

Error ToError(const Address& address, const error_code& failure) {
  const bool late = failure == beast::error::timeout;
  return {late ? ErrorCode::kDeadlineExceeded : ErrorCode::kUnavailable,
          fmt::format("{}:{}: {}", address.host, address.port, failure.message())};
}

}  // namespace

struct HttpClient::Connection {
  asio::io_context io;
  beast::tcp_stream stream{io};
  beast::flat_buffer buffer;

  /// Runs one asynchronous operation to its end; only these obey the stream's time limit.
  template <class Start>
  error_code Finish(Start start) {
    error_code outcome;
    start([&outcome](error_code failure, auto&&...) { outcome = failure; });
    io.restart();
    io.run();
    return outcome;
  }
};

Result<Address> ParseAddress(std::string_view text) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size() ||
      text.find_first_not_of("0123456789", colon + 1) != std::string_view::npos) {
    return InvalidArgument("address", fmt::format("\"{}\" is not HOST:PORT", text));
  }
  std::string_view host = text.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  return Address{std::string(host), std::string(text.substr(colon + 1))};
}

HttpClient::HttpClient(Address address) : address_(std::move(address)) {}
HttpClient::~HttpClient() = default;
HttpClient::HttpClient(HttpClient&&) noexcept = default;
HttpClient& HttpClient::operator=(HttpClient&&) noexcept = default;

Result<HttpReply> HttpClient::SendOnce(const std::string& method, const std::string& target, const Headers& headers,
                                       std::string_view body, std::chrono::milliseconds timeout) {
  if (!connection_) {
    auto fresh = std::make_unique<Connection>();
    error_code failure;
    asio::ip::tcp::resolver resolver(fresh->io);
    const auto endpoints = resolver.resolve(address_.host, address_.port, failure);
    if (failure) return ToError(address_, failure);
    fresh->stream.expires_after(timeout);
    failure = fresh->Finish([&](auto done) { fresh->stream.async_connect(endpoints, std::move(done)); });
    if (failure) return ToError(address_, failure);
    fresh->stream.socket().set_option(asio::ip::tcp::no_delay(true), failure);
    connection_ = std::move(fresh);
  }
  http::request<http::span_body<const char>> request;
  request.method_string(method);
  request.target(target);
  request.version(11);
  request.set(http::field::host, address_.host + ":" + address_.port);
  for (const auto& [name, value] : headers) request.set(name, value);
  request.body() = {body.data(), body.size()};
  request.prepare_payload();

  http::response_parser<http::string_body> parser;
  parser.body_limit(kMostReplyBytes);
  Connection& connection = *connection_;
  connection.stream.expires_after(timeout);
  error_code failure =
      connection.Finish([&](auto done) { http::async_write(connection.stream, request, std::move(done)); });
  if (!failure) {
    failure = connection.Finish(
        [&](auto done) { http::async_read(connection.stream, connection.buffer, parser, std::move(done)); });
  }
  if (failure) {
    connection_.reset();
    return ToError(address_, failure);
  }
  auto& reply = parser.get();
  HttpReply result{static_cast<int>(reply.result_int()), std::move(reply.body()),
                   std::string(reply[http::field::location])};
  if (!reply.keep_alive()) connection_.reset();
  return result;
}

Result<HttpReply> HttpClient::Send(const std::string& method, const std::string& target, const Headers& headers,
                                   std::string_view body, std::chrono::milliseconds timeout) {
  const bool reused = connection_ != nullptr;
  auto reply = SendOnce(method, target, headers, body, timeout);
  // A kept connection may have been closed by the server meanwhile; that is no failure of the request.
  if (!reply && reused && reply.error().code == ErrorCode::kUnavailable)
    return SendOnce(method, target, headers, body, timeout);
  return reply;
}

}  // namespace crossdock::load

#include "load/connection.h"

#include <array>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http.hpp>

namespace crossdock::load {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);
constexpr uint64_t kMostReplyBytes = 1u << 30;

}  // namespace

asio::awaitable<Reply> Connection::Exchange(const Message& message) {
  given_up_ = false;
  const bool kept = open_;
  Reply reply = co_await ExchangeOnce(message);
  // The server may have closed a kept connection while it idled; then nothing of a reply has come.
  if (kept && !given_up_ && reply.failure == Failure::kBroken && reply.first_byte == TimePoint())
    reply = co_await ExchangeOnce(message);
  if (given_up_) reply.failure = Failure::kTimeout;
  co_return reply;
}

asio::awaitable<Reply> Connection::ExchangeOnce(const Message& message) {
  Reply reply;
  if (!open_) {
    const auto [failure, endpoint] = co_await asio::async_connect(socket_, endpoints_, kAwait);
    if (failure || given_up_) {
      Close();
      reply.failure = Failure::kConnect;
      co_return reply;
    }
    error_code ignored;
    socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
    open_ = true;
  }
  reply.sent = RealClock().Now();
  const std::array<asio::const_buffer, 2> parts{asio::buffer(message.head),
                                                message.body ? asio::buffer(*message.body) : asio::const_buffer()};
  // A server that refuses may answer and close before it has read all: what it said is looked for even so.
  co_await asio::async_write(socket_, parts, kAwait);
  http::response_parser<http::string_body> parser;
  parser.body_limit(kMostReplyBytes);
  auto [failure, size] = co_await http::async_read_header(socket_, buffer_, parser, kAwait);
  if (!failure) {
    reply.first_byte = RealClock().Now();
    std::tie(failure, size) = co_await http::async_read(socket_, buffer_, parser, kAwait);
  }
  if (failure) {
    Close();
    reply.failure = Failure::kBroken;
    co_return reply;
  }
  auto& answer = parser.get();
  reply.status = static_cast<int>(answer.result_int());
  reply.location = std::string(answer[http::field::location]);
  if (!answer.keep_alive()) Close();
  reply.body = std::move(answer.body());
  co_return reply;
}

void Connection::Close() {
  error_code ignored;
  socket_.close(ignored);
  buffer_.clear();
  open_ = false;
}

void Connection::GiveUp() {
  given_up_ = true;
  Close();
}

}  // namespace crossdock::load

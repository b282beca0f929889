// How a connection sends an answer that comes into being while it is sent.
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <fmt/format.h>

#include "net/http/connection.h"
#include "net/http/response_head.h"

namespace crossdock::net::http {
namespace {

constexpr std::chrono::seconds kBetweenSignsOfLife{15};
constexpr std::string_view kSignOfLife = ":\n\n";  // a comment of the event stream
constexpr std::string_view kLastChunk = "0\r\n\r\n";

}  // namespace

Task<bool> Connection::WritePiece(std::string text) {
  EnterTransfer(Phase::kWriting, shared_.config.write_timeout_ms, text.size());
  const auto [error, written] = co_await asio::async_write(socket_, asio::buffer(text), kAwait);
  co_return !error;
}

Task<void> Connection::WaitForEvents() {
  Enter(Phase::kStreaming, kBetweenSignsOfLife);
  const auto wait = [&](auto handler) {
    stream_->Wait([loop = loop_.context_ptr(), resume = UniqueFunction<void()>(std::move(handler))]() mutable {
      asio::post(*loop, std::move(resume));
    });
  };
  co_await asio::async_initiate<const asio::use_awaitable_t<Executor>, void()>(wait, asio::use_awaitable_t<Executor>{});
}

// HTTP/1.0 knows no chunks: there the end of the connection ends the answer, as it does here for all.
Task<void> Connection::WriteStream(const Response& response, const RequestHead& head, std::string_view request_id) {
  const bool chunked = !head.http_1_0;
  bool good = co_await WritePiece(ResponseHead(response, {request_id, loop_.date(), true, head.http_1_0, true}));
  if (head.method == "HEAD") good = false;
  while (good) {
    EventStream::Taken taken = stream_->Take();
    if (!taken.text.empty()) {
      std::string piece =
          chunked ? fmt::format("{:x}\r\n{}\r\n", taken.text.size(), taken.text) : std::move(taken.text);
      good = co_await WritePiece(std::move(piece));
    } else if (taken.over) {
      break;
    } else {
      Watch({});
      co_await WaitForEvents();
    }
  }
  if (good && chunked) good = co_await WritePiece(std::string(kLastChunk));
  stream_->GiveUp();
}

void Connection::ShowLife() {
  Enter(Phase::kStreaming, kBetweenSignsOfLife);
  stream_->Push(std::string(kSignOfLife));
}

}  // namespace crossdock::net::http

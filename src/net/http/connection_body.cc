// How a connection reads the body of a request.
#include <cstring>
#include <utility>

#include <boost/asio/write.hpp>

#include "net/http/connection.h"
#include "net/http/infer_decode.h"
#include "net/http/verdict.h"

namespace crossdock::net::http {
namespace {

constexpr size_t kFirstChunkedRoom = 64 * 1024;
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace

Task<Result<Body>> Connection::ReadBody(RequestParser& parser, const RequestHead& head, size_t most) {
  if (head.expects_continue && !head.http_1_0 && buffer_.empty()) {
    Enter(Phase::kWriting, Ms(shared_.config.write_timeout_ms));
    const auto [error, written] = co_await asio::async_write(socket_, asio::buffer(kContinue), kAwait);
    if (error) co_return Error{ErrorCode::kCancelled, "the client is gone"};
  }
  const size_t aligned_at = BinaryPart(head.headers);
  // Not a conditional expression: gcc 12 destroys the awaited temporary of one twice.
  Result<Body> body;
  if (head.chunked) {
    body = co_await ReadChunkedBody(parser, aligned_at, most);
  } else {
    body = co_await ReadKnownBody(head, aligned_at);
  }
  if (body) shared_.metrics.BodyReceived(body->size());
  if (!body && expired_) body.error() = InvalidArgument("body", "the request body took too long");
  co_return body;
}

Task<Result<Body>> Connection::ReadKnownBody(const RequestHead& head, size_t aligned_at) {
  auto body = Body::WithRoom(head.content_length, aligned_at, shared_.budget);
  if (!body) co_return body.error();
  EnterTransfer(Phase::kBody, shared_.config.body_timeout_ms, head.content_length);
  body->Grow(buffer_.MoveTo(body->room()));
  while (!body->room().empty()) {
    const auto room = body->room();
    const auto [error, count] = co_await socket_.async_read_some(asio::buffer(room.data(), room.size()), kAwait);
    if (error) co_return Error{ErrorCode::kCancelled, "the client is gone"};
    body->Grow(count);
    Enter(Phase::kBody, Ms(shared_.config.body_timeout_ms));
  }
  co_return std::move(*body);
}

Task<Result<Body>> Connection::ReadChunkedBody(RequestParser& parser, size_t aligned_at, size_t most) {
  auto body = Body::WithRoom(std::min(most, kFirstChunkedRoom), aligned_at, shared_.budget);
  if (!body) co_return body.error();
  EnterTransfer(Phase::kBody, shared_.config.body_timeout_ms, most);
  std::byte beyond{};  // where the first byte too many shows up
  for (;;) {
    if (body->room().empty() && body->size() < most) {
      auto larger = Body::WithRoom(std::min(most, body->size() * 2), aligned_at, shared_.budget);
      if (!larger) co_return larger.error();
      std::memcpy(larger->room().data(), body->bytes().data(), body->size());
      larger->Grow(body->size());
      body = std::move(larger);
    }
    const bool full = body->room().empty();
    const auto progress = parser.PutChunked(buffer_.text(), full ? std::span(&beyond, 1) : body->room());
    if (!progress) co_return progress.error();
    if (full && progress->produced > 0) co_return BodyTooLarge(most);
    buffer_.Consume(progress->consumed);
    if (!full) body->Grow(progress->produced);
    if (parser.body_done()) co_return std::move(*body);
    if (progress->consumed > 0) continue;
    if (buffer_.full()) co_return InvalidArgument("body", "a chunk's first line is too long");
    if (!co_await ReadMore()) co_return Error{ErrorCode::kCancelled, "the client is gone"};
    Enter(Phase::kBody, Ms(shared_.config.body_timeout_ms));
  }
}

}  // namespace crossdock::net::http

#include "net/http/connection.h"

#include <sys/socket.h>

#include <cerrno>

#include <boost/asio/write.hpp>
#include <fmt/format.h>

#include "base/log.h"
#include "net/http/response_head.h"
#include "net/request_id.h"

namespace crossdock::net::http {
namespace {

constexpr size_t kKib = 1024;
constexpr size_t kSlowestBytesPerMs = 64;  // 64 KB/s: the slowest line that is waited for
constexpr std::chrono::seconds kLongestLinger{5};
constexpr std::chrono::seconds kLongestFarewell{1};  // for the last answer of a server that stops

std::string AddressOf(const Socket& socket) {
  error_code error;
  const auto endpoint = socket.remote_endpoint(error);
  return error ? std::string() : endpoint.address().to_string();
}

Response Make(std::optional<Answer> answer, std::string_view request_id) {
  try {
    if (!answer) {
      return ErrorResponse(
          {ErrorCode::kUnavailable, "the server stopped before the request was answered", "", Reason::kShuttingDown},
          request_id);
    }
    if (auto* ready = std::get_if<Response>(&*answer)) return std::move(*ready);
    return std::get<UniqueFunction<Response()>>(*answer)();
  } catch (const std::exception& e) {
    log::Error("an answer could not be written", {{"id", request_id}, {"what", e.what()}});
    return ErrorResponse({ErrorCode::kInternal, "the answer could not be written"}, request_id);
  }
}

}  // namespace

Connection::Connection(IoLoop& loop, Socket socket)
    : loop_(loop),
      shared_(loop.shared()),
      socket_(std::move(socket)),
      remote_(AddressOf(socket_)),
      buffer_(std::max<size_t>(static_cast<size_t>(shared_.config.max_header_kib) * kKib, 16 * kKib)) {
  Enter(Phase::kIdle, Ms(shared_.config.idle_timeout_ms));
}

Task<void> Connection::Run() {
  while (co_await ServeOne()) {
  }
  error_code ignored;
  socket_.close(ignored);
  loop_.Forget(*this);
}

Task<bool> Connection::ServeOne() {
  RequestParser parser(static_cast<size_t>(shared_.config.max_header_kib) * kKib);
  if (!co_await ReadHead(parser)) co_return false;
  RequestHead head = parser.TakeHead();
  Request request;
  request.id = RequestIdOr(head.headers.Get("X-Request-Id"));
  request.received = std::chrono::steady_clock::now();
  const std::string id = request.id;
  const size_t max_body = static_cast<size_t>(shared_.config.max_body_mib) * kKib * kKib;
  Verdict verdict = Judge(head, shared_.router, max_body, request);
  if (!verdict.refusal) AskWho(head, verdict, request);
  const access::Caller caller = request.caller;  // its place is kept until the answer is written
  const size_t route = verdict.match.route != nullptr ? verdict.match.route->id : shared_.router.routes().size();
  bool unread = head.has_body();
  const ContentCoding accepted = ChooseCoding(head.headers.Get("Accept-Encoding"));
  Response response;
  if (!verdict.refusal && unread) {
    auto body = co_await ReadBody(parser, head, verdict.max_body);
    if (body) {
      unread = false;
      const Status held = head.chunked ? caller.Hold(body->size()) : Status();
      if (!held) verdict.refusal = ErrorResponse(held.error(), id);
      request.body = std::move(*body);
    } else if (body.error().code == ErrorCode::kCancelled) {
      co_return false;
    } else {
      verdict.refusal = ErrorResponse(body.error(), id);
      if (expired_) verdict.refusal->status = 408;
    }
  }
  const auto received = std::chrono::steady_clock::now();
  if (!verdict.refusal && verdict.coding != ContentCoding::kIdentity && head.has_body()) {
    const Body packed = std::move(request.body);
    auto body = co_await Decompress(packed, head, verdict.coding, verdict.max_body);
    if (body) {
      const Status held = request.caller.Hold(body->size() - std::min(body->size(), packed.size()));
      if (!held) verdict.refusal = ErrorResponse(held.error(), id);
      request.body = std::move(*body);
    } else {
      verdict.refusal = ErrorResponse(body.error(), id);
    }
  }
  if (verdict.refusal) {
    response = std::move(*verdict.refusal);
  } else {
    request.method = head.method;
    request.headers = std::move(head.headers);
    request.params = std::move(verdict.match.params);
    request.remote = remote_;
    request.received = received;
    response = co_await Handle(*verdict.match.route, std::move(request));
  }
  shared_.metrics.Answered(route, response.status, std::chrono::steady_clock::now() - received, id);
  if (stream_) {
    co_await WriteStream(response, head, id);
    stream_ = nullptr;
    co_return false;
  }
  if (accepted != ContentCoding::kIdentity) co_await Compress(response, accepted);
  const bool close = unread || !head.keep_alive || loop_.stopping() || given_up_;
  const bool written = co_await Write(response, head, id, close);
  if (written && unread) co_await Linger();
  co_return written && !close;
}

void Connection::AskWho(const RequestHead& head, Verdict& verdict, Request& request) const {
  const std::string_view tenant = head.headers.Get("X-Crossdock-Tenant");
  if (shared_.gate == nullptr) {
    request.caller = access::Caller::Unasked(tenant);
    return;
  }
  auto caller = shared_.gate->Enter({head.headers.Get("Authorization"), remote_}, tenant, verdict.match.route->role);
  const Status held = caller ? caller->Hold(head.content_length) : Status(caller.error());
  if (!held) {
    verdict.refusal = ErrorResponse(held.error(), request.id);
    return;
  }
  request.caller = *std::move(caller);
}

Task<bool> Connection::ReadHead(RequestParser& parser) {
  Enter(Phase::kIdle, Ms(shared_.config.idle_timeout_ms));
  for (;;) {
    if (!buffer_.empty()) {
      if (phase_ == Phase::kIdle) {
        buffer_.SkipLineEnds();
        if (buffer_.empty()) continue;
        Enter(Phase::kHead, Ms(shared_.config.header_timeout_ms));
      }
      const auto consumed = parser.PutHead(buffer_.text());
      if (consumed) buffer_.Consume(*consumed);
      if (consumed && parser.head_done()) co_return true;
      if (!consumed || buffer_.full()) {
        const Error error =
            consumed ? Error{ErrorCode::kInvalidArgument, "the request head is too large", "headers", Reason::kTooLarge}
                     : consumed.error();
        shared_.metrics.Dropped("bad_request");
        co_await RefuseHead(error, error.reason == Reason::kTooLarge ? 431 : 400);
        co_return false;
      }
    }
    if (phase_ == Phase::kIdle && loop_.stopping()) co_return false;
    if (co_await ReadMore()) continue;
    const Error late = InvalidArgument("headers", "the request head took too long");
    if (expired_ && phase_ == Phase::kHead) co_await RefuseHead(late, 408);
    co_return false;
  }
}

// What is awaited here is named: gcc 12 destroys temporaries of such an expression twice.
Task<void> Connection::RefuseHead(const Error& error, int status) {
  const RequestHead no_head;
  const std::string id = NewRequestId();
  Response response = ErrorResponse(error, id);
  response.status = status;
  const bool written = co_await Write(response, no_head, id, true);
  if (written) co_await Linger();
}

Task<Response> Connection::Handle(const Route& route, Request request) {
  const std::string id = request.id;
  const std::stop_source cancel = request.cancel;
  const auto exchange = std::make_shared<WaitingExchange>(loop_.context_ptr());
  try {
    route.handler(std::move(request), Responder(exchange, id));
  } catch (const std::exception& e) {
    log::Error("a handler failed", {{"route", route.path}, {"id", id}, {"what", e.what()}});
    co_return ErrorResponse({ErrorCode::kInternal, "the request could not be handled"}, id);
  }
  if (!exchange->ready()) {
    exchange_ = exchange;
    Enter(Phase::kHandling, Nanos::max());
    Watch(cancel);
    const auto wait = [&](auto handler) { exchange->Wait(UniqueFunction<void()>(std::move(handler))); };
    co_await asio::async_initiate<const asio::use_awaitable_t<Executor>, void()>(wait,
                                                                                 asio::use_awaitable_t<Executor>{});
    exchange_ = nullptr;
  }
  auto answer = exchange->Take();
  if (answer && std::holds_alternative<Streamed>(*answer)) {
    auto& streamed = std::get<Streamed>(*answer);
    stream_ = std::move(streamed.events);
    co_return std::move(streamed.head);
  }
  co_return Make(std::move(answer), id);
}

Task<bool> Connection::Write(const Response& response, const RequestHead& head, std::string_view request_id,
                             bool close) {
  const auto text = ResponseHead(response, {request_id, loop_.date(), close, head.http_1_0});
  std::vector<asio::const_buffer> parts{asio::buffer(text)};
  if (head.method != "HEAD" && response.status != 204 && response.status != 304) {
    parts.push_back(asio::buffer(response.body));
    for (const auto& tensor : response.tail) parts.emplace_back(tensor.view().bytes.data(), tensor.size_bytes());
  }
  EnterTransfer(Phase::kWriting, shared_.config.write_timeout_ms, asio::buffer_size(parts));
  const auto [error, written] = co_await asio::async_write(socket_, parts, kAwait);
  co_return !error;
}

Task<void> Connection::Linger() {
  error_code error;
  socket_.shutdown(Socket::shutdown_send, error);
  Enter(Phase::kLingering, kLongestLinger);
  do {
    buffer_.Clear();
  } while (!error && !given_up_ && co_await ReadMore());
}

Task<bool> Connection::ReadMore() {
  const auto room = buffer_.Room();
  const auto [error, count] = co_await socket_.async_read_some(asio::buffer(room.data(), room.size()), kAwait);
  if (error) co_return false;
  buffer_.Grow(count);
  co_return true;
}

void Connection::Enter(Phase phase, Nanos most) {
  since_ = std::chrono::steady_clock::now();
  if (phase != phase_) transfer_deadline_ = TimePoint::max();
  phase_ = phase;
  deadline_ = most == Nanos::max() ? TimePoint::max() : std::min(since_ + most, transfer_deadline_);
  if (given_up_) deadline_ = std::min(deadline_, since_ + kLongestFarewell);
}

void Connection::EnterTransfer(Phase phase, int base_ms, size_t size) {
  const auto most = Ms(base_ms) + std::chrono::milliseconds(size / kSlowestBytesPerMs);
  Enter(phase, phase == Phase::kBody ? Ms(base_ms) : most);
  transfer_deadline_ = since_ + most;
}

void Connection::ExpireIfLate(TimePoint now) {
  if (now < deadline_) return;
  if (phase_ == Phase::kStreaming && !given_up_) return ShowLife();
  deadline_ = TimePoint::max();
  expired_ = true;
  shared_.metrics.Dropped("timeout");
  error_code ignored;
  if (phase_ == Phase::kWriting || phase_ == Phase::kLingering)
    socket_.close(ignored);
  else
    socket_.cancel(ignored);
}

void Connection::StopIfIdle() {
  if (phase_ == Phase::kIdle) Drop();
}

void Connection::Drop() {
  phase_ = Phase::kLingering;
  error_code ignored;
  socket_.close(ignored);
}

void Connection::GiveUp() {
  given_up_ = true;
  if (stream_) stream_->End();
  if (exchange_)
    exchange_->GiveUp();
  else if (phase_ == Phase::kStreaming)
    Enter(Phase::kStreaming, kLongestFarewell);
  else if (phase_ != Phase::kWriting)
    Drop();
  else
    deadline_ = std::min(deadline_, std::chrono::steady_clock::now() + kLongestFarewell);
}

void Connection::Watch(std::stop_source cancel) {
  watched_ = std::move(cancel);
  if (watching_) return;
  watching_ = true;
  socket_.async_wait(Socket::wait_read,
                     [self = shared_from_this()](const error_code& error) { self->Readable(error); });
}

void Connection::Readable(const error_code& error) {
  watching_ = false;
  if (error || (!exchange_ && !stream_)) return;
  char byte = 0;
  const auto count = ::recv(socket_.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  if (count > 0) return;  // the next request, already here: looking further would mean reading it
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return Watch(watched_);
  watched_.request_stop();
  if (stream_) stream_->GiveUp();
}

}  // namespace crossdock::net::http

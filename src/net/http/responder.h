#pragma once

#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "base/unique_function.h"
#include "net/http/event_stream.h"
#include "net/http/message.h"

namespace crossdock::net::http {

/// An answer whose body comes while it is sent; the head's body is empty.
struct Streamed {
  Response head;
  std::shared_ptr<EventStream> events;
};

/// An answer that is there, or that is made on the connection's own thread, so that encoding never holds up an engine's, or a stream.
using Answer = std::variant<Response, UniqueFunction<Response()>, Streamed>;

/// Where an answer goes: a waiting connection, or a test.
class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual void Complete(Answer answer) noexcept = 0;
};

/// The duty to answer one request, exactly once, from any thread. Destroyed unanswered it answers 503, so no path loses a request.
class Responder {
 public:
  Responder() = default;
  Responder(std::shared_ptr<Exchange> exchange, std::string request_id)
      : exchange_(std::move(exchange)), request_id_(std::move(request_id)) {}
  Responder(Responder&&) noexcept = default;
  Responder& operator=(Responder&& other) noexcept;
  ~Responder() { Abandon(); }

  void Send(Response response) { Finish(std::move(response)); }
  void Send(const Error& error) { Finish(ErrorResponse(error, request_id_)); }
  /// `make` runs later on the connection's thread; not at all if the client is gone by then.
  void SendMade(UniqueFunction<Response()> make) { Finish(std::move(make)); }
  /// Events, until they end or the client is gone; then the connection closes.
  void SendStream(Streamed streamed) { Finish(std::move(streamed)); }
  const std::string& request_id() const { return request_id_; }

 private:
  void Finish(Answer answer) {
    if (const auto exchange = std::exchange(exchange_, nullptr)) exchange->Complete(std::move(answer));
  }
  void Abandon();

  std::shared_ptr<Exchange> exchange_;
  std::string request_id_;
};

}  // namespace crossdock::net::http

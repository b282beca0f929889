#include "net/http/responder.h"

namespace crossdock::net::http {

Responder& Responder::operator=(Responder&& other) noexcept {
  if (this != &other) {
    Abandon();
    exchange_ = std::move(other.exchange_);
    request_id_ = std::move(other.request_id_);
  }
  return *this;
}

void Responder::Abandon() {
  if (!exchange_) return;
  Send(Error{ErrorCode::kUnavailable, "the server dropped the request before it was answered", "",
             Reason::kShuttingDown});
}

}  // namespace crossdock::net::http

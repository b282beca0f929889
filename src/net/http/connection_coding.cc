// How a connection takes a coding off a body and puts one on an answer, piece by piece.
#include <utility>

#include <boost/asio/post.hpp>

#include "net/http/compression.h"
#include "net/http/connection.h"
#include "net/http/infer_decode.h"

namespace crossdock::net::http {

Task<void> Connection::Yield() {
  co_await asio::post(loop_.context().get_executor(), asio::use_awaitable_t<Executor>{});
}

Task<Result<Body>> Connection::Decompress(const Body& packed, const RequestHead& head, ContentCoding coding,
                                          size_t most) {
  Enter(Phase::kHandling, Nanos::max());
  Inflater inflater(packed, coding, most, BinaryPart(head.headers), shared_.budget);
  for (;;) {
    const auto whole = inflater.Step();
    if (!whole) co_return whole.error();
    if (*whole) co_return inflater.Take();
    co_await Yield();
  }
}

Task<void> Connection::Compress(Response& response, ContentCoding coding) {
  Enter(Phase::kHandling, Nanos::max());
  Deflater deflater(response, coding);
  while (!deflater.Step()) co_await Yield();
  auto packed = deflater.Take();
  if (!packed) co_return;
  response.body = std::move(*packed);
  response.tail.clear();
  response.headers.push_back({"Content-Encoding", std::string(Name(coding))});
  response.headers.push_back({"Vary", "Accept-Encoding"});
}

}  // namespace crossdock::net::http

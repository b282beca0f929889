#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "net/http/message.h"

namespace crossdock::net::http {

/// What stands before the body.
struct RequestHead {
  std::string method;
  std::string target;
  bool http_1_0 = false;
  bool keep_alive = true;
  bool chunked = false;
  bool strange_encoding = false;  // a Transfer-Encoding that is not just "chunked": nobody knows where the body ends
  bool expects_continue = false;
  uint64_t content_length = 0;  // 0 when chunked
  Headers headers;

  bool has_body() const { return chunked || strange_encoding || content_length > 0; }
};

/// Reads one HTTP/1.1 request from bytes, without a socket. A body of known length is not its business: the caller takes it as it is.
class RequestParser {
 public:
  explicit RequestParser(size_t max_header_bytes);
  ~RequestParser();

  /// Offers all bytes received and not yet consumed. Returns how many were consumed; the rest is to be offered again with more.
  /// errors  kInvalidArgument, with reason kTooLarge beyond the limit: nothing more can be read from this connection
  Result<size_t> PutHead(std::string_view bytes);
  bool head_done() const { return head_.has_value(); }
  /// Only once head_done().
  const RequestHead& head() const { return *head_; }
  RequestHead TakeHead() { return std::move(*head_); }

  struct ChunkProgress {
    size_t consumed = 0;
    size_t produced = 0;  // bytes written to `out`
  };
  /// Takes the framing off a chunked body. `out` must not be empty.
  /// errors  kInvalidArgument: not chunked encoding
  Result<ChunkProgress> PutChunked(std::string_view bytes, std::span<std::byte> out);
  bool body_done() const;

 private:
  struct Beast;
  std::unique_ptr<Beast> beast_;
  std::optional<RequestHead> head_;
};

}  // namespace crossdock::net::http

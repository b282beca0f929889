#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "net/http/body.h"
#include "net/http/content_coding.h"
#include "net/http/message.h"

/// Bodies that travel compressed. Both ways are gone in pieces of some milliseconds, so that a receiving thread serves others between them.
namespace crossdock::net::http {

/// Takes the coding off one request body.
class Inflater {
 public:
  /// most        bytes that the body may have afterwards; checked as it grows, whatever the sender says
  /// aligned_at  and `budget` as Body::WithRoom has them
  Inflater(Body packed, ContentCoding coding, size_t most, size_t aligned_at, std::shared_ptr<BodyBudget> budget);
  ~Inflater();

  /// The next piece; true when the body is whole.
  /// errors  kInvalidArgument at "body": not in that coding, cut short, or followed by something else; with kTooLarge: beyond `most`;
  ///         kResourceExhausted (kMemory)
  Result<bool> Step();
  /// Once it is whole.
  Body Take() { return std::move(body_); }

 private:
  struct Stream;
  Status MakeRoom();

  const Body packed_;
  const ContentCoding coding_;
  const size_t most_;
  const size_t aligned_at_;
  const std::shared_ptr<BodyBudget> budget_;
  std::unique_ptr<Stream> stream_;
  Body body_;
};

/// Compresses one answer, body and tail together.
class Deflater {
 public:
  /// Answers below this many bytes are sent as they are: a packet holds them in any case.
  static constexpr size_t kLeastBytes = 1024;

  /// `response` outlives the deflater.
  Deflater(const Response& response, ContentCoding coding);
  ~Deflater();

  /// The next piece; true when nothing is left to do.
  bool Step();
  /// Once that is so: the compressed bytes; nothing if they came out no smaller.
  std::optional<std::string> Take();

 private:
  struct Stream;
  bool NextPart();

  const Response& response_;
  size_t part_ = 0;   // of the body and the tensors behind it, how many were begun
  size_t bytes_ = 0;  // of all together
  std::unique_ptr<Stream> stream_;
  std::string packed_;
};

}  // namespace crossdock::net::http

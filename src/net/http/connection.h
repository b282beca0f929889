#pragma once

#include <list>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "net/http/asio_types.h"
#include "net/http/content_coding.h"
#include "net/http/io_loop.h"
#include "net/http/read_buffer.h"
#include "net/http/request_parser.h"
#include "net/http/verdict.h"
#include "net/http/waiting_exchange.h"

namespace crossdock::net::http {

/// One client's connection: reads requests one after another, hands each to its route and writes the answer. Lives on one loop's
/// thread; only the exchange is reached from others.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(IoLoop& loop, Socket socket);

  /// Serves until the client goes, an error, a deadline or a stop. Tells the loop at its end.
  Task<void> Run();

  // For the loop, on its thread.
  void ExpireIfLate(TimePoint now);
  void StopIfIdle();
  /// Ends the connection at the next step, and the wait for an answer now.
  void GiveUp();
  void Drop();
  bool IsWaitingForRequest() const { return phase_ == Phase::kIdle || phase_ == Phase::kHead; }
  TimePoint waiting_since() const { return since_; }
  std::list<Connection*>::iterator place;

 private:
  enum class Phase { kIdle, kHead, kBody, kHandling, kStreaming, kWriting, kLingering };

  Task<bool> ServeOne();
  Task<bool> ReadHead(RequestParser& parser);
  Task<void> RefuseHead(const Error& error, int status);
  /// Says who asks for what the verdict found, or refuses him.
  void AskWho(const RequestHead& head, Verdict& verdict, Request& request) const;
  Task<Result<Body>> ReadBody(RequestParser& parser, const RequestHead& head, size_t most);
  /// Lets the others of this thread go on.
  Task<void> Yield();
  Task<Result<Body>> ReadKnownBody(const RequestHead& head, size_t aligned_at);
  Task<Result<Body>> ReadChunkedBody(RequestParser& parser, size_t aligned_at, size_t most);
  /// Takes the coding off, within `most` bytes.
  Task<Result<Body>> Decompress(const Body& packed, const RequestHead& head, ContentCoding coding, size_t most);
  /// Where that makes the answer smaller.
  Task<void> Compress(Response& response, ContentCoding coding);
  Task<Response> Handle(const Route& route, Request request);
  Task<bool> Write(const Response& response, const RequestHead& head, std::string_view request_id, bool close);
  /// Sends what `stream_` brings, up to its end.
  Task<void> WriteStream(const Response& response, const RequestHead& head, std::string_view request_id);
  Task<bool> WritePiece(std::string text);
  Task<void> WaitForEvents();
  /// Nothing came for a while: says that the line is alive, to proxies and to the client.
  void ShowLife();
  /// Lets the client read the answer although it has not sent everything: closing at once would reset the connection.
  Task<void> Linger();

  /// Bytes into the buffer; false at the end of the connection.
  Task<bool> ReadMore();
  void Enter(Phase phase, Nanos most);
  static std::chrono::milliseconds Ms(int ms) { return std::chrono::milliseconds(ms); }
  /// `size` bytes may take `base`, and more for each that a slow but honest line needs.
  void EnterTransfer(Phase phase, int base_ms, size_t size);
  void Watch(std::stop_source cancel);
  void Readable(const error_code& error);

  IoLoop& loop_;
  const Shared& shared_;
  Socket socket_;
  std::string remote_;
  ReadBuffer buffer_;
  Phase phase_ = Phase::kIdle;
  TimePoint since_;
  TimePoint deadline_;
  TimePoint transfer_deadline_ = TimePoint::max();
  bool expired_ = false;
  bool given_up_ = false;
  bool watching_ = false;
  std::stop_source watched_;
  std::shared_ptr<WaitingExchange> exchange_;  // while an answer is waited for
  std::shared_ptr<EventStream> stream_;        // while one is sent
};

}  // namespace crossdock::net::http

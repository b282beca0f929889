#include "net/http/request_parser.h"

#include <iterator>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <fmt/format.h>

#include "net/http/ascii.h"

namespace crossdock::net::http {
namespace {

namespace beast_http = boost::beast::http;
using boost::system::error_code;

constexpr std::string_view kShortestEnd = "0\r\n\r\n";  // of a chunked body

Error FromBeast(const error_code& ec, size_t max_header_bytes) {
  if (ec == beast_http::error::header_limit) {
    return Error{ErrorCode::kInvalidArgument, fmt::format("the request head is larger than {} bytes", max_header_bytes),
                 "headers", Reason::kTooLarge};
  }
  return InvalidArgument("http", fmt::format("not an HTTP/1.1 request: {}", ec.message()));
}

}  // namespace

struct RequestParser::Beast {
  beast_http::request_parser<beast_http::buffer_body> parser;
  size_t max_header_bytes = 0;
};

RequestParser::RequestParser(size_t max_header_bytes) : beast_(std::make_unique<Beast>()) {
  beast_->max_header_bytes = max_header_bytes;
  beast_->parser.header_limit(static_cast<uint32_t>(max_header_bytes));
  beast_->parser.body_limit(boost::none);  // the connection counts, with the route's own limit
}

RequestParser::~RequestParser() = default;

Result<size_t> RequestParser::PutHead(std::string_view bytes) {
  auto& parser = beast_->parser;
  error_code ec;
  const size_t consumed = parser.put(boost::asio::buffer(bytes.data(), bytes.size()), ec);
  if (ec && ec != beast_http::error::need_more) return FromBeast(ec, beast_->max_header_bytes);
  if (!parser.is_header_done()) return consumed;

  const auto& message = parser.get();
  RequestHead head;
  head.method = std::string(message.method_string());
  head.target = std::string(message.target());
  head.http_1_0 = message.version() == 10;
  head.keep_alive = parser.keep_alive();
  const auto encodings = message.equal_range(beast_http::field::transfer_encoding);
  head.strange_encoding =
      encodings.first != encodings.second && (head.http_1_0 || std::distance(encodings.first, encodings.second) != 1 ||
                                              !EqualsIgnoringCase(Trim(encodings.first->value()), "chunked"));
  head.chunked = parser.chunked() && !head.strange_encoding;
  if (!parser.chunked()) head.content_length = parser.content_length().value_or(0);
  head.expects_continue = EqualsIgnoringCase(message[beast_http::field::expect], "100-continue");
  for (const auto& field : message) head.headers.Add(std::string(field.name_string()), std::string(field.value()));
  head_ = std::move(head);
  return consumed;
}

Result<RequestParser::ChunkProgress> RequestParser::PutChunked(std::string_view bytes, std::span<std::byte> out) {
  auto& parser = beast_->parser;
  ChunkProgress progress;
  while (progress.consumed < bytes.size() && !parser.is_done()) {
    const auto rest = bytes.substr(progress.consumed);
    // Beast asserts that it sees a last chunk as whole as this. More must come in any case, so nothing is held up.
    if (rest.size() < kShortestEnd.size() && rest[0] == kShortestEnd[0]) break;
    auto& body = parser.get().body();
    body.data = out.data() + progress.produced;
    body.size = out.size() - progress.produced;
    body.more = true;
    error_code ec;
    const size_t consumed = parser.put(boost::asio::buffer(rest.data(), rest.size()), ec);
    progress.consumed += consumed;
    progress.produced = out.size() - body.size;
    if (ec == beast_http::error::need_buffer || ec == beast_http::error::need_more) break;
    if (ec) return FromBeast(ec, beast_->max_header_bytes);
    if (consumed == 0) break;
  }
  return progress;
}

bool RequestParser::body_done() const { return beast_->parser.is_done(); }

}  // namespace crossdock::net::http

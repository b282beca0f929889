#include "net/http/request_parser.h"

#include <gtest/gtest.h>

namespace crossdock::net::http {
namespace {

/// Feeds `text` in pieces of `step` bytes, as a slow network would.
Result<std::pair<RequestHead, std::string>> Parse(std::string_view text, size_t step, size_t limit = 4096) {
  RequestParser parser(limit);
  std::string buffer;
  std::string body;
  bool done = false;
  for (size_t at = 0; at < text.size() && !done; at += step) {
    buffer += text.substr(at, step);
    if (!parser.head_done()) {
      const auto consumed = parser.PutHead(buffer);
      if (!consumed) return consumed.error();
      buffer.erase(0, *consumed);
    }
    if (!parser.head_done() || !parser.head().chunked) continue;
    std::byte out[3];
    for (size_t consumed = 1; consumed > 0 && !parser.body_done();) {
      const auto progress = parser.PutChunked(buffer, out);
      if (!progress) return progress.error();
      buffer.erase(0, progress->consumed);
      body.append(reinterpret_cast<const char*>(out), progress->produced);
      consumed = progress->consumed;
    }
    done = parser.body_done();
  }
  if (!parser.head_done()) return InvalidArgument("", "incomplete");
  return std::pair(parser.TakeHead(), parser.body_done() ? body : "incomplete");
}

TEST(RequestParser, ReadsAHeadInPiecesOfAnySize) {
  const std::string_view text =
      "POST /v2/x?y HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\nX-Thing:  spaced \r\nExpect: 100-Continue\r\n\r\n";
  for (const size_t step : {size_t{1}, size_t{2}, size_t{7}, text.size()}) {
    const auto parsed = Parse(text, step);
    ASSERT_TRUE(parsed) << parsed.error().message;
    const auto& head = parsed->first;
    EXPECT_EQ(head.method, "POST");
    EXPECT_EQ(head.target, "/v2/x?y");
    EXPECT_EQ(head.content_length, 12u);
    EXPECT_TRUE(head.keep_alive);
    EXPECT_TRUE(head.expects_continue);
    EXPECT_EQ(head.headers.Get("x-thing"), "spaced");
  }
}

TEST(RequestParser, TakesChunksOffInPiecesOfAnySize) {
  const std::string_view text =
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5;name=value\r\nhello\r\nA\r\n, chunks! \r\n0\r\nTrailer: "
      "x\r\n\r\n";
  for (const size_t step : {size_t{1}, size_t{3}, size_t{10}, text.size()}) {
    const auto parsed = Parse(text, step);
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(parsed->second, "hello, chunks! ") << step;
  }
}

TEST(RequestParser, TakesAnEmptyChunkedBodyInPiecesOfAnySize) {
  for (const char* end : {"0\r\n\r\n", "00\r\n\r\n", "0;a\r\n\r\n", "0\r\nTrailer: x\r\n\r\n", "1\r\n0\r\n0\r\n\r\n"}) {
    for (const size_t step : {size_t{1}, size_t{2}, size_t{3}, size_t{4}, size_t{100}}) {
      const auto parsed = Parse(std::string("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n") + end, step);
      ASSERT_TRUE(parsed) << end << parsed.error().message;
      EXPECT_EQ(parsed->second, *end == '1' ? "0" : "") << end << step;
    }
  }
}

TEST(RequestParser, KnowsWhenTheConnectionEnds) {
  EXPECT_FALSE(Parse("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 100)->first.keep_alive);
  EXPECT_FALSE(Parse("GET / HTTP/1.0\r\n\r\n", 100)->first.keep_alive);
  EXPECT_TRUE(Parse("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 100)->first.keep_alive);
}

TEST(RequestParser, RefusesAHeadBeyondTheLimit) {
  const auto parsed = Parse("GET / HTTP/1.1\r\nX: " + std::string(5000, 'x') + "\r\n\r\n", 10'000);
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().reason, Reason::kTooLarge);
}

TEST(RequestParser, RefusesFramingThatTwoReadersWouldUnderstandDifferently) {
  for (const char* headers :
       {"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
        "Content-Length: 5\r\nContent-Length: 6\r\n", "Content-Length: 5, 6\r\n", "Content-Length: +5\r\n",
        "Content-Length: 0x5\r\n", "Content-Length: 5 5\r\n", "Content-Length: \r\n", "Content-Length: 5,\r\n",
        "Content-Length: 18446744073709551616\r\n", "Content-Length : 5\r\n", "Content-Length: 5\r\n 6\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "Content-Length: 5\nX: y\r\n", "X: a\x01b\r\n",
        ": 5\r\n"}) {
    const auto parsed = Parse(std::string("POST / HTTP/1.1\r\n") + headers + "\r\n", 1000);
    EXPECT_FALSE(parsed) << headers;
  }
}

TEST(RequestParser, TellsAnEncodingThatItCannotTakeOff) {
  const auto strange = [](std::string_view version, std::string_view value) {
    const auto parsed =
        Parse("POST / HTTP/" + std::string(version) + "\r\nTransfer-Encoding:" + std::string(value) + "\r\n\r\n", 1000);
    if (!parsed) return std::string("refused");
    EXPECT_TRUE(parsed->first.has_body());
    return std::string(parsed->first.strange_encoding ? "strange" : "chunked");
  };
  EXPECT_EQ(strange("1.1", " Chunked\t"), "chunked");
  EXPECT_EQ(strange("1.1", "gzip"), "strange");
  EXPECT_EQ(strange("1.1", "gzip, chunked"), "strange");
  EXPECT_EQ(strange("1.1", "xchunked"), "strange");
  EXPECT_EQ(strange("1.1", "\"chunked\""), "strange");
  EXPECT_EQ(strange("1.0", "chunked"), "strange");
}

TEST(RequestParser, RefusesBrokenChunks) {
  for (const char* chunks :
       {"zz\r\n", "-1\r\n", "\r\n", "5\r\nhelloX\r\n", "5\nhello\r\n0\r\n\r\n", "ffffffffffffffffff\r\n"}) {
    EXPECT_FALSE(
        Parse(std::string("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n") + chunks + "0\r\n\r\n", 1000))
        << chunks;
  }
}

}  // namespace
}  // namespace crossdock::net::http

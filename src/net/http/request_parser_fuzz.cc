#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "net/http/request_parser.h"
#include "net/http/uri.h"

namespace {

using crossdock::net::http::RequestHead;
using crossdock::net::http::RequestParser;

struct Parsed {
  std::optional<RequestHead> head;
  std::string body;
  bool body_done = false;
  bool refused = false;
};

/// As a connection reads it, `step` bytes at a time.
Parsed Parse(std::string_view text, size_t step) {
  RequestParser parser(4096);
  Parsed parsed;
  std::string buffer;
  while (!text.empty() && !parsed.refused && !parsed.body_done) {
    buffer += text.substr(0, step);
    text.remove_prefix(std::min(step, text.size()));
    if (!parser.head_done()) {
      const auto consumed = parser.PutHead(buffer);
      if (!consumed) {
        parsed.refused = true;
        continue;
      }
      if (*consumed > buffer.size()) __builtin_trap();
      buffer.erase(0, *consumed);
      if (parser.head_done()) parsed.head = parser.head();
    }
    if (!parsed.head || !parsed.head->chunked) continue;
    std::byte out[7];
    for (size_t consumed = 1; consumed > 0 && !parser.body_done();) {
      const auto progress = parser.PutChunked(buffer, out);
      parsed.refused = !progress;
      if (!progress) break;
      if (progress->consumed > buffer.size() || progress->produced > sizeof(out)) __builtin_trap();
      buffer.erase(0, progress->consumed);
      parsed.body.append(reinterpret_cast<const char*>(out), progress->produced);
      consumed = progress->consumed;
    }
    parsed.body_done = parser.body_done();
  }
  return parsed;
}

bool Same(const RequestHead& a, const RequestHead& b) {
  if (a.headers.lines().size() != b.headers.lines().size()) return false;
  for (size_t i = 0; i < a.headers.lines().size(); ++i) {
    const auto& x = a.headers.lines()[i];
    const auto& y = b.headers.lines()[i];
    if (x.name != y.name || x.value != y.value) return false;
  }
  return a.method == b.method && a.target == b.target && a.chunked == b.chunked &&
         a.strange_encoding == b.strange_encoding && a.content_length == b.content_length &&
         a.keep_alive == b.keep_alive && a.expects_continue == b.expects_continue;
}

}  // namespace

/// Any bytes as a request: however the network cuts them, they mean the same, and a body has one length or none.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Parsed whole = Parse(text, std::max<size_t>(size, 1));
  const Parsed pieces = Parse(text, 1 + size % 5);
  if (whole.head && pieces.head && !Same(*whole.head, *pieces.head)) __builtin_trap();
  if (whole.body_done && pieces.body_done && whole.body != pieces.body) __builtin_trap();
  if (!whole.head) return 0;
  const RequestHead& head = *whole.head;
  if (head.headers.Has("Transfer-Encoding") != (head.chunked || head.strange_encoding)) __builtin_trap();
  if (head.chunked && (head.strange_encoding || head.content_length > 0)) __builtin_trap();
  const auto target = crossdock::net::http::ParseTarget(head.target);
  if (target && target->path != "*" && !target->path.starts_with('/')) __builtin_trap();
  if (target) (void)crossdock::net::http::PercentDecode(target->path);
  return 0;
}

#include "net/http/response_head.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

namespace crossdock::net::http {
namespace {

struct Named {
  int status;
  std::string_view text;
};
constexpr std::array kNames{
    Named{100, "Continue"},
    Named{200, "OK"},
    Named{202, "Accepted"},
    Named{204, "No Content"},
    Named{303, "See Other"},
    Named{304, "Not Modified"},
    Named{400, "Bad Request"},
    Named{401, "Unauthorized"},
    Named{403, "Forbidden"},
    Named{404, "Not Found"},
    Named{405, "Method Not Allowed"},
    Named{406, "Not Acceptable"},
    Named{408, "Request Timeout"},
    Named{409, "Conflict"},
    Named{413, "Content Too Large"},
    Named{415, "Unsupported Media Type"},
    Named{417, "Expectation Failed"},
    Named{422, "Unprocessable Content"},
    Named{429, "Too Many Requests"},
    Named{431, "Request Header Fields Too Large"},
    Named{499, "Client Closed Request"},
    Named{500, "Internal Server Error"},
    Named{501, "Not Implemented"},
    Named{503, "Service Unavailable"},
    Named{504, "Gateway Timeout"},
    Named{507, "Insufficient Storage"},
};

bool IsOneLine(std::string_view text) {
  return text.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
}

}  // namespace

std::string_view StatusText(int status) {
  const auto at =
      std::find_if(kNames.begin(), kNames.end(), [&](const Named& named) { return named.status == status; });
  return at == kNames.end() ? std::string_view() : at->text;
}

std::string ResponseHead(const Response& response, const HeadFacts& facts) {
  std::string head;
  head.reserve(256);
  const auto line = [&](std::string_view name, std::string_view value) {
    head.append(name).append(": ").append(value).append("\r\n");
  };
  fmt::format_to(std::back_inserter(head), "HTTP/1.1 {} {}\r\n", response.status, StatusText(response.status));
  if (!facts.date.empty()) line("Date", facts.date);
  if (facts.streamed) {
    line("Content-Type", response.content_type);
    if (!facts.http_1_0) line("Transfer-Encoding", "chunked");
  } else if (response.status != 204 && response.status != 304) {
    size_t length = response.body.size();
    for (const auto& part : response.tail) length += part.size_bytes();
    if (length > 0) line("Content-Type", response.content_type);
    fmt::format_to(std::back_inserter(head), "Content-Length: {}\r\n", length);
  }
  line("X-Request-Id", facts.request_id);
  for (const Header& header : response.headers) {
    if (IsOneLine(header.name) && IsOneLine(header.value)) line(header.name, header.value);
  }
  if (facts.close)
    line("Connection", "close");
  else if (facts.http_1_0)
    line("Connection", "keep-alive");
  head += "\r\n";
  return head;
}

}  // namespace crossdock::net::http

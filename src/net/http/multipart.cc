#include "net/http/multipart.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "net/http/ascii.h"

namespace crossdock::net::http {
namespace {

constexpr size_t kLongestBoundary = 70;  // RFC 2046
constexpr std::string_view kLineEnd = "\r\n";
constexpr std::string_view kHeaderEnd = "\r\n\r\n";

/// A parameter's value after the first ';' of a header: a token or a quoted text, where a backslash keeps the next byte from ending it.
/// Browsers do not escape backslashes in file names, so only \" and \\ are unescaped.
std::optional<std::string> Parameter(std::string_view header, std::string_view name) {
  TakeUntil(header, ';');
  while (!header.empty()) {
    const auto equals = header.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const auto key = Trim(header.substr(0, equals));
    header = Trim(header.substr(equals + 1));
    std::string value;
    if (header.starts_with('"')) {
      size_t i = 1;
      for (; i < header.size() && header[i] != '"'; ++i) {
        if (header[i] == '\\' && i + 1 < header.size() && (header[i + 1] == '"' || header[i + 1] == '\\')) ++i;
        value += header[i];
      }
      if (i == header.size()) return std::nullopt;
      header.remove_prefix(i + 1);
      TakeUntil(header, ';');
    } else {
      value = Trim(TakeUntil(header, ';'));
    }
    if (EqualsIgnoringCase(key, name)) return value;
  }
  return std::nullopt;
}

bool IsBoundaryByte(char c) {
  return (c >= '0' && c <= '9') || (Lower(c) >= 'a' && Lower(c) <= 'z') ||
         std::string_view("'()+_,-./:=? ").find(c) != std::string_view::npos;
}

Result<std::string> Boundary(std::string_view content_type) {
  auto boundary = Parameter(content_type, "boundary");
  if (!boundary || boundary->empty() || boundary->size() > kLongestBoundary || boundary->back() == ' ' ||
      !std::all_of(boundary->begin(), boundary->end(), IsBoundaryByte)) {
    return InvalidArgument("Content-Type", "multipart/form-data without a proper boundary");
  }
  return std::move(*boundary);
}

Status ReadPartHeaders(std::string_view headers, const std::string& field, FormPart& part) {
  bool named = false;
  while (!headers.empty()) {
    const auto end = std::min(headers.find(kLineEnd), headers.size());
    auto line = headers.substr(0, end);
    headers.remove_prefix(std::min(end + kLineEnd.size(), headers.size()));
    if (line.find(':') == std::string_view::npos) return InvalidArgument(field, "a header line without a colon");
    const auto name = TakeUntil(line, ':');
    const auto value = Trim(line);
    if (EqualsIgnoringCase(name, "Content-Type")) part.content_type = value;
    if (EqualsIgnoringCase(name, "Content-Transfer-Encoding") && !EqualsIgnoringCase(value, "binary") &&
        !EqualsIgnoringCase(value, "8bit") && !EqualsIgnoringCase(value, "7bit")) {
      return InvalidArgument(field, "an encoded part: send the bytes as they are");
    }
    if (!EqualsIgnoringCase(name, "Content-Disposition")) continue;
    auto copy = value;
    if (!EqualsIgnoringCase(Trim(TakeUntil(copy, ';')), "form-data")) return InvalidArgument(field, "not form-data");
    auto given = Parameter(value, "name");
    if (!given || given->empty()) return InvalidArgument(field, "without a name");
    if (std::exchange(named, true)) return InvalidArgument(field, "named twice");
    part.name = std::move(*given);
    part.filename = Parameter(value, "filename").value_or("");
  }
  if (!named) return InvalidArgument(field, "without a Content-Disposition header");
  return {};
}

Error TooMany(std::string field, std::string message) {
  return Error{ErrorCode::kInvalidArgument, std::move(message), std::move(field), Reason::kTooLarge};
}

}  // namespace

bool IsMultipartForm(std::string_view content_type) {
  return EqualsIgnoringCase(Trim(TakeUntil(content_type, ';')), "multipart/form-data");
}

Result<std::vector<FormPart>> ParseMultipartForm(std::string_view content_type, std::span<const std::byte> body,
                                                 const MultipartLimits& limits) {
  if (!IsMultipartForm(content_type)) return InvalidArgument("Content-Type", "not multipart/form-data");
  const auto boundary = Boundary(content_type);
  if (!boundary) return boundary.error();
  std::string_view rest(reinterpret_cast<const char*>(body.data()), body.size());
  const auto delimiter = fmt::format("\r\n--{}", *boundary);
  // The first delimiter may open the body, without a line before it.
  if (!rest.starts_with(std::string_view(delimiter).substr(2)))
    return InvalidArgument("body", "does not begin with the boundary");
  rest.remove_prefix(delimiter.size() - 2);

  std::vector<FormPart> parts;
  while (!rest.starts_with("--")) {
    const auto field = fmt::format("parts[{}]", parts.size());
    if (!rest.starts_with(kLineEnd)) return InvalidArgument(field, "the boundary before it is not the end of its line");
    if (parts.size() == limits.parts) return TooMany("body", fmt::format("more than {} parts", limits.parts));
    // The line end of the boundary stays, so that a part without headers has its empty line as well.
    const auto headers_end = rest.substr(0, limits.header_bytes + kHeaderEnd.size()).find(kHeaderEnd);
    if (headers_end == std::string_view::npos) {
      if (rest.size() > limits.header_bytes)
        return TooMany(field, fmt::format("headers of more than {} bytes", limits.header_bytes));
      return InvalidArgument(field, "without an end of its headers");
    }
    FormPart part;
    const auto headers =
        headers_end == 0 ? std::string_view() : rest.substr(kLineEnd.size(), headers_end - kLineEnd.size());
    if (auto read = ReadPartHeaders(headers, field, part); !read) return read.error();
    rest.remove_prefix(headers_end + kLineEnd.size());  // the delimiter's own line end may be the headers' last
    const auto end = rest.find(delimiter);
    if (end == std::string_view::npos) return InvalidArgument(field, "without a boundary at its end");
    const auto data = end == 0 ? std::string_view() : rest.substr(kLineEnd.size(), end - kLineEnd.size());
    part.data = {reinterpret_cast<const std::byte*>(data.data()), data.size()};
    parts.push_back(std::move(part));
    rest.remove_prefix(end + delimiter.size());
  }
  return parts;
}

}  // namespace crossdock::net::http

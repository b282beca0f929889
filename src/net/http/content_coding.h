#pragma once

#include <optional>
#include <string_view>

namespace crossdock::net::http {

/// How the bytes of a body travel (RFC 9110, 8.4.1).
enum class ContentCoding {
  kIdentity,
  kGzip,     // RFC 1952
  kDeflate,  // RFC 1950: deflate in the zlib format
};

/// "gzip"; empty for identity.
std::string_view Name(ContentCoding coding);

/// What stands in "415" and its Accept-Encoding header.
inline constexpr std::string_view kTakenCodings = "gzip, deflate";

/// The value of a Content-Encoding header; empty is identity. Nothing: a coding that is not taken, or several one over the other.
std::optional<ContentCoding> ParseContentEncoding(std::string_view value);

/// The coding for an answer, by the request's Accept-Encoding (RFC 9110, 12.5.3): the one wanted most, gzip among equals; identity where
/// it is wanted more, or nothing was said. What cannot be read counts as not said.
ContentCoding ChooseCoding(std::string_view accept_encoding);

}  // namespace crossdock::net::http

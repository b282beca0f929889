#include "net/http/uri.h"

#include <algorithm>

#include "net/http/ascii.h"

namespace crossdock::net::http {
namespace {

constexpr size_t kMaxQueryValues = 64;

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c = Lower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

Result<NamedValues> ParseQuery(std::string_view query) {
  NamedValues values;
  while (!query.empty()) {
    auto value = TakeUntil(query, '&');
    if (value.empty()) continue;
    const auto key = TakeUntil(value, '=');
    auto decoded_key = PercentDecode(key, true);
    auto decoded_value = PercentDecode(value, true);
    if (!decoded_key || !decoded_value)
      return InvalidArgument("query", "a percent sign without two hexadecimal digits");
    if (values.size() == kMaxQueryValues) return InvalidArgument("query", "more than 64 values");
    values.emplace_back(std::move(*decoded_key), std::move(*decoded_value));
  }
  return values;
}

}  // namespace

std::string PercentEncode(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const char lower = Lower(c);
    if ((lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') ||
        std::string_view("-._~").find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 0xF];
    }
  }
  return out;
}

std::optional<std::string> PercentDecode(std::string_view text, bool plus_is_space) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_space) {
      out += ' ';
    } else if (text[i] != '%') {
      out += text[i];
    } else {
      if (text.size() - i < 3) return std::nullopt;
      const int high = HexDigit(text[i + 1]);
      const int low = HexDigit(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return out;
}

Result<Target> ParseTarget(std::string_view target) {
  const auto bad = [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F; };
  if (std::any_of(target.begin(), target.end(), bad))
    return InvalidArgument("path", "a control character in the request target");
  const bool absolute = target.starts_with("http://") || target.starts_with("https://");
  if (absolute) {
    target.remove_prefix(target.find("//") + 2);
    target.remove_prefix(std::min(target.find_first_of("/?#"), target.size()));  // the host
  }
  if (target == "*") return Target{"*", {}};
  if (!absolute && !target.starts_with('/'))
    return InvalidArgument("path", "the request target does not begin with a slash");
  target = target.substr(0, target.find('#'));
  const auto path = TakeUntil(target, '?');
  auto query = ParseQuery(target);
  if (!query) return query.error();
  return Target{path.empty() ? "/" : std::string(path), std::move(*query)};
}

}  // namespace crossdock::net::http

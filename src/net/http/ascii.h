#pragma once

#include <string_view>

namespace crossdock::net::http {

/// Header names and tokens are ASCII; the process's locale must not matter.
constexpr char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr bool EqualsIgnoringCase(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (Lower(a[i]) != Lower(b[i])) return false;
  }
  return true;
}

/// Without the spaces and tabs around it.
constexpr std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// Takes off what stands before the first `separator`, and the separator itself.
constexpr std::string_view TakeUntil(std::string_view& text, char separator) {
  const auto at = text.find(separator);
  const auto part = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return part;
}

}  // namespace crossdock::net::http

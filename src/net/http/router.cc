#include "net/http/router.h"

#include <algorithm>

#include "net/http/ascii.h"
#include "net/http/uri.h"

namespace crossdock::net::http {
namespace {

bool IsNamed(std::string_view part) { return part.starts_with('{'); }
std::string NameOf(std::string_view part) { return std::string(part.substr(1, part.find_first_of("*}") - 1)); }

std::vector<std::string_view> Split(std::string_view path) {
  std::vector<std::string_view> parts;
  if (path.starts_with('/')) path.remove_prefix(1);
  if (path.ends_with('/')) path.remove_suffix(1);
  while (!path.empty()) parts.push_back(TakeUntil(path, '/'));
  return parts;
}

/// Literal parts count from the left: "/a/{x}" comes before "/{y}/b".
bool MoreLiteral(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (IsNamed(a[i]) != IsNamed(b[i])) return IsNamed(b[i]);
  }
  return a.size() > b.size();
}

bool Fits(const std::vector<std::string>& pattern, bool takes_rest, const std::vector<std::string_view>& parts) {
  const size_t fixed = takes_rest ? pattern.size() - 1 : pattern.size();
  if (takes_rest ? parts.size() < fixed : parts.size() != fixed) return false;
  for (size_t i = 0; i < fixed; ++i) {
    if (IsNamed(pattern[i]) ? parts[i].empty() : pattern[i] != parts[i]) return false;
  }
  return true;
}

/// False if a percent sign is broken.
bool TakeParams(const std::vector<std::string>& pattern, bool takes_rest, const std::vector<std::string_view>& parts,
                NamedValues& params) {
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (!IsNamed(pattern[i])) continue;
    std::string_view raw = i < parts.size() ? parts[i] : std::string_view();
    if (takes_rest && i + 1 == pattern.size() && i < parts.size()) {
      raw = {parts[i].data(), static_cast<size_t>(parts.back().data() + parts.back().size() - parts[i].data())};
    }
    auto value = PercentDecode(raw);
    if (!value) return false;
    params.emplace_back(NameOf(pattern[i]), std::move(*value));
  }
  return true;
}

}  // namespace

Router::Router(std::vector<Route> routes) : routes_(std::move(routes)) {
  for (size_t i = 0; i < routes_.size(); ++i) {
    routes_[i].id = i;
    Pattern pattern{{}, routes_[i].path.ends_with("*}"), i};
    for (const auto part : Split(routes_[i].path)) pattern.parts.emplace_back(part);
    patterns_.push_back(std::move(pattern));
  }
  std::stable_sort(patterns_.begin(), patterns_.end(),
                   [](const Pattern& a, const Pattern& b) { return MoreLiteral(a.parts, b.parts); });
}

Router::Match Router::Find(std::string_view method, std::string_view path) const {
  Match match;
  const auto parts = Split(path);
  for (const Pattern& pattern : patterns_) {
    if (!Fits(pattern.parts, pattern.takes_rest, parts)) continue;
    const Route& route = routes_[pattern.route];
    if (route.method == method || (method == "HEAD" && route.method == "GET")) {
      match.bad_path = !TakeParams(pattern.parts, pattern.takes_rest, parts, match.params);
      match.route = match.bad_path ? nullptr : &route;
      match.allowed.clear();
      return match;
    }
    match.allowed.push_back(route.method);
    if (route.method == "GET") match.allowed.emplace_back("HEAD");
  }
  return match;
}

}  // namespace crossdock::net::http

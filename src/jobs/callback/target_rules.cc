#include "jobs/callback/target_rules.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <utility>

#include <curl/curl.h>
#include <fmt/format.h>

namespace crossdock::jobs {
namespace {

constexpr size_t kLongestUrl = 2048;

struct FreeUrl {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};

std::optional<std::string> Part(CURLU* url, CURLUPart part, unsigned flags) {
  char* text = nullptr;
  if (curl_url_get(url, part, &text, flags) != CURLUE_OK) return std::nullopt;
  std::string copy(text);
  curl_free(text);
  return copy;
}

std::string Lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  return text;
}

/// IPv6 in brackets, as a URL has it.
std::string Bracketed(const std::string& host) {
  return host.find(':') == std::string::npos ? host : fmt::format("[{}]", host);
}

}  // namespace

Result<UrlParts> ParseUrl(std::string_view url, std::string_view field) {
  const auto refuse = [&](std::string_view why) {
    return InvalidArgument(std::string(field), fmt::format("\"{}\" {}", url.substr(0, 200), why));
  };
  if (url.size() > kLongestUrl) return refuse("is too long for a URL");
  const auto bad = [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F; };
  if (std::any_of(url.begin(), url.end(), bad)) return refuse("holds a space or control character");
  const std::unique_ptr<CURLU, FreeUrl> parsed(curl_url());
  const std::string text(url);
  if (!parsed || curl_url_set(parsed.get(), CURLUPART_URL, text.c_str(), 0) != CURLUE_OK) return refuse("is no URL");
  UrlParts parts;
  parts.scheme = Part(parsed.get(), CURLUPART_SCHEME, 0).value_or("");
  if (parts.scheme != "http" && parts.scheme != "https") return refuse("is neither an http nor an https URL");
  if (Part(parsed.get(), CURLUPART_USER, 0) || Part(parsed.get(), CURLUPART_PASSWORD, 0))
    return refuse("holds a user or a password: callbacks are signed instead");
  parts.host = Lower(Part(parsed.get(), CURLUPART_HOST, 0).value_or(""));
  if (parts.host.empty()) return refuse("names no host");
  const auto named = Part(parsed.get(), CURLUPART_PORT, 0);
  parts.names_port = named.has_value();
  const std::string port = named ? *named : Part(parsed.get(), CURLUPART_PORT, CURLU_DEFAULT_PORT).value_or("0");
  std::from_chars(port.data(), port.data() + port.size(), parts.port);
  return parts;
}

Result<TargetRules> TargetRules::Parse(const std::vector<std::string>& targets,
                                       const std::vector<std::string>& networks) {
  TargetRules rules;
  for (size_t i = 0; i < targets.size(); ++i) {
    auto parts = ParseUrl(targets[i], fmt::format("targets[{}]", i));
    if (!parts) return parts.error();
    rules.targets_.push_back({parts->scheme, parts->host, parts->names_port ? parts->port : 0});
  }
  for (size_t i = 0; i < networks.size(); ++i) {
    auto network = Network::Parse(networks[i]);
    if (!network) {
      network.error().field = fmt::format("networks[{}]", i);
      return network.error();
    }
    rules.networks_.push_back(*network);
  }
  return rules;
}

Result<std::string> TargetRules::CheckUrl(std::string_view url) const {
  const auto parts = ParseUrl(url, "callback");
  if (!parts) return parts.error();
  const bool listed = std::any_of(targets_.begin(), targets_.end(), [&](const Target& target) {
    return target.scheme == parts->scheme && target.host == parts->host &&
           (target.port == 0 || target.port == parts->port);
  });
  const std::string origin = fmt::format("{}://{}:{}", parts->scheme, Bracketed(parts->host), parts->port);
  if (!listed) {
    return InvalidArgument("callback",
                           fmt::format("callbacks may not go to {}: it is not in jobs.callbacks.targets", origin));
  }
  if (const auto address = Address::Parse(parts->host); address && !AllowsAddress(parts->host, *address))
    return InvalidArgument("callback", fmt::format("callbacks may not go to the inner address {}", parts->host));
  return origin;
}

bool TargetRules::AllowsAddress(std::string_view host, const Address& address) const {
  if (const auto literal = Address::Parse(host)) return *literal == address;  // whoever listed it meant it
  if (host == "localhost") return address.is_loopback();
  if (address.is_public()) return true;
  return std::any_of(networks_.begin(), networks_.end(), [&](const Network& n) { return n.Contains(address); });
}

}  // namespace crossdock::jobs

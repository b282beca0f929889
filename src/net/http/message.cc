#include "net/http/message.h"

#include <algorithm>

#include "net/http/ascii.h"
#include "net/status.h"

namespace crossdock::net::http {
namespace {

std::optional<std::string_view> Find(const NamedValues& values, std::string_view name) {
  for (const auto& [key, value] : values) {
    if (key == name) return value;
  }
  return std::nullopt;
}

}  // namespace

std::string_view Headers::Get(std::string_view name) const {
  for (const Header& line : lines_) {
    if (EqualsIgnoringCase(line.name, name)) return line.value;
  }
  return {};
}

bool Headers::Has(std::string_view name) const {
  return std::any_of(lines_.begin(), lines_.end(),
                     [&](const Header& line) { return EqualsIgnoringCase(line.name, name); });
}

std::string_view Request::param(std::string_view name) const { return Find(params, name).value_or(std::string_view()); }

std::optional<std::string_view> Request::query_value(std::string_view name) const { return Find(query, name); }

Response ErrorResponse(const Error& error, std::string_view request_id) {
  const Error advised = WithRetryAdvice(error, DrawJitter());
  Response response;
  response.status = HttpStatus(advised);
  response.body = ErrorJson(advised, request_id);
  if (const int seconds = RetryAfterSeconds(advised))
    response.headers.push_back({"Retry-After", std::to_string(seconds)});
  if (error.code == ErrorCode::kUnauthenticated) response.headers.push_back({"WWW-Authenticate", "Bearer"});
  return response;
}

}  // namespace crossdock::net::http

#include "net/http/prefer.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "net/http/ascii.h"

namespace crossdock::net::http {
namespace {

std::string_view Unquoted(std::string_view value) {
  if (value.size() >= 2 && value.front() == '"' && value.back() == '"') return value.substr(1, value.size() - 2);
  return value;
}

}  // namespace

Result<Preference> ParsePrefer(std::string_view header, std::chrono::milliseconds most) {
  Preference preference;
  while (!header.empty()) {
    auto entry = TakeUntil(header, ',');
    entry = TakeUntil(entry, ';');  // parameters of a preference say nothing to us
    const auto name = Trim(TakeUntil(entry, '='));
    if (EqualsIgnoringCase(name, "respond-async")) preference.respond_async = true;
    if (!EqualsIgnoringCase(name, "wait") || preference.wait) continue;  // the first of a name counts
    const auto text = Unquoted(Trim(entry));
    double seconds = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), seconds, std::chars_format::fixed);
    if (error != std::errc() || end != text.data() + text.size() || !(seconds >= 0)) {
      return InvalidArgument("Prefer", fmt::format("\"wait={}\" is not a number of seconds", text.substr(0, 64)));
    }
    const double ms = std::min(seconds * 1000, static_cast<double>(most.count()));
    preference.wait = std::chrono::milliseconds(static_cast<int64_t>(ms));
  }
  return preference;
}

}  // namespace crossdock::net::http

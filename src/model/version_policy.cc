#include "model/version_policy.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>

#include <fmt/format.h>

namespace crossdock::model {
namespace {

constexpr std::string_view kLatest = "latest";

Error NoPolicy(std::string_view text) {
  return InvalidArgument(
      "version_policy",
      fmt::format("\"{}\" is neither latest nor latest and how many (latest 2) nor all nor numbers as in 1,3", text));
}

}  // namespace

int ParseVersionNumber(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number > 0 && text.front() != '0' ? number : 0;
}

Result<VersionPolicy> VersionPolicy::Parse(std::string_view text) {
  VersionPolicy policy;
  if (text == "all") {
    policy.latest_ = std::numeric_limits<int>::max();
    return policy;
  }
  if (text.starts_with(kLatest)) {
    const std::string_view rest = text.substr(kLatest.size());
    policy.latest_ = rest.empty() ? 1 : rest.starts_with(' ') ? ParseVersionNumber(rest.substr(1)) : 0;
    if (policy.latest_ == 0) return NoPolicy(text);
    return policy;
  }
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const int number = ParseVersionNumber(text.substr(begin, end - begin));
    if (number == 0) return NoPolicy(text);
    policy.numbers_.insert(number);
    begin = end + 1;
  }
  return policy;
}

std::set<int> VersionPolicy::Choose(const std::set<int>& present) const {
  std::set<int> chosen;
  if (latest_ == 0) {
    std::ranges::set_intersection(present, numbers_, std::inserter(chosen, chosen.end()));
    return chosen;
  }
  const auto count = std::min(static_cast<std::ptrdiff_t>(latest_), std::ssize(present));
  chosen.insert(std::prev(present.end(), count), present.end());
  return chosen;
}

}  // namespace crossdock::model

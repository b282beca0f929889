#include "engine/conformance/skip_list.h"

#include <fstream>
#include <regex>

#include <fmt/format.h>

namespace crossdock::engine::conformance {

Result<SkipList> ReadSkipList(const std::filesystem::path& file) {
  std::ifstream stream(file);
  if (!stream) return Error{ErrorCode::kNotFound, fmt::format("{} cannot be read", file.string())};
  SkipList skips;
  for (std::string line; std::getline(stream, line);) {
    if (line.empty() || line[0] == '#') continue;
    const size_t tab = line.find('\t');
    if (tab == std::string::npos)
      return InvalidArgument("skips", fmt::format("{}: no error in '{}'", file.string(), line));
    skips[line.substr(0, tab)] = line.substr(tab + 1);
  }
  return skips;
}

std::string Shorten(const std::string& error) {
  constexpr size_t kMost = 160;
  static const std::regex space(R"(\s+)");
  static const std::regex path(R"((/[\w.+-]+)+/)");
  std::string text = std::regex_replace(std::regex_replace(error, path, ""), space, " ");
  if (text.size() > kMost) text.resize(kMost);
  while (!text.empty() && (text.back() == ' ' || (text.back() & 0x80) != 0)) text.pop_back();
  return text;
}

}  // namespace crossdock::engine::conformance

#include "cli/doctor/system_files.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>

namespace crossdock::cli::doctor {

std::string SystemFiles::Text(std::string_view path) const {
  std::ifstream stream(root_ / path.substr(1), std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string SystemFiles::Line(std::string_view path) const {
  const std::string text = Text(path);
  return Trim(std::string_view(text).substr(0, text.find('\n')));
}

std::vector<std::string> SystemFiles::Lines(std::string_view path) const {
  std::istringstream stream(Text(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(std::move(line));
  return lines;
}

std::optional<int64_t> SystemFiles::Number(std::string_view path) const { return ToNumber(Line(path)); }

std::map<std::string, std::string> SystemFiles::Pairs(std::string_view path) const {
  std::map<std::string, std::string> pairs;
  for (const std::string& line : Lines(path)) {
    const size_t colon = line.find(':');
    const size_t split = colon != std::string::npos ? colon : line.find_first_of(" \t");
    if (split == std::string::npos) continue;
    pairs.emplace(Trim(std::string_view(line).substr(0, split)), Trim(std::string_view(line).substr(split + 1)));
  }
  return pairs;
}

std::vector<std::string> SystemFiles::Names(std::string_view folder, std::string_view prefix) const {
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator entry(root_ / folder.substr(1), error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    std::string name = entry->path().filename().string();
    if (name.starts_with(prefix)) names.push_back(std::move(name));
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool SystemFiles::Exists(std::string_view path) const {
  std::error_code error;
  return std::filesystem::exists(root_ / path.substr(1), error);
}

std::string Trim(std::string_view text) {
  constexpr std::string_view kBlanks(" \t\r\n\0", 5);
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(kBlanks) - first + 1));
}

std::optional<int64_t> ToNumber(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end == text.data()) return std::nullopt;
  return value;
}

int CountList(std::string_view list) {
  int64_t count = 0;
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    const std::string_view range = list.substr(0, comma);
    const size_t dash = range.find('-');
    const auto first = ToNumber(range);
    const auto last = dash == std::string_view::npos ? first : ToNumber(range.substr(dash + 1));
    if (first && last && *last >= *first) count += *last - *first + 1;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return static_cast<int>(count);
}

}  // namespace crossdock::cli::doctor

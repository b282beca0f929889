#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crossdock::cli::doctor {

/// Small files of /proc and /sys, under a root that tests replace. What is not there is empty.
class SystemFiles {
 public:
  explicit SystemFiles(std::filesystem::path root) : root_(std::move(root)) {}

  /// path  absolute, "/proc/meminfo"
  std::string Text(std::string_view path) const;
  /// The first line without its blanks.
  std::string Line(std::string_view path) const;
  std::vector<std::string> Lines(std::string_view path) const;
  std::optional<int64_t> Number(std::string_view path) const;
  /// Of lines "key: value" or "key value".
  std::map<std::string, std::string> Pairs(std::string_view path) const;
  /// Names in a folder that begin with `prefix`, sorted.
  std::vector<std::string> Names(std::string_view folder, std::string_view prefix) const;
  bool Exists(std::string_view path) const;

 private:
  std::filesystem::path root_;
};

std::string Trim(std::string_view text);
std::optional<int64_t> ToNumber(std::string_view text);
/// How many cores "0-3,8" names.
int CountList(std::string_view list);

}  // namespace crossdock::cli::doctor

#include "config/problems.h"

#include <fmt/format.h>

#include "base/log.h"

namespace crossdock::config {
namespace {

constexpr int kMostShown = 20;
constexpr size_t kShownBytes = 80;

}  // namespace

void Problems::Add(Mark mark, std::string_view path, std::string_view message) {
  if (count_++ == 0) first_path_ = path;
  if (count_ > kMostShown) return;
  if (!lines_.empty()) lines_ += '\n';
  lines_ += file_name_;
  if (mark.line > 0) lines_ += fmt::format(":{}:{}", mark.line, mark.column);
  if (!path.empty()) lines_ += fmt::format(": {}", log::JsonEscape(path));
  lines_ += fmt::format(": {}", message);
}

Error Problems::ToError() const {
  if (count_ <= kMostShown) return InvalidArgument(first_path_, lines_);
  return InvalidArgument(first_path_, fmt::format("{}\n{}: and {} more", lines_, file_name_, count_ - kMostShown));
}

std::string Join(std::string_view path, std::string_view key) {
  key = key.substr(0, kShownBytes);
  return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

std::string Join(std::string_view path, size_t index) { return fmt::format("{}[{}]", path, index); }

std::string Quoted(std::string_view text) {
  const bool cut = text.size() > kShownBytes;
  return fmt::format("\"{}{}\"", log::JsonEscape(text.substr(0, kShownBytes)), cut ? "…" : "");
}

}  // namespace crossdock::config

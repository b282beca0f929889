#include "config/config.h"

#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "config/yaml_tree.h"

namespace crossdock::config {

Status ReadInto(Value& root, std::string_view text, std::string_view file_name) {
  const auto tree = ReadTree(text, file_name);
  if (!tree) return tree.error();
  Problems problems(file_name);
  root.Read(*tree, "", problems);
  if (!problems.empty()) return problems.ToError();
  return {};
}

Result<std::string> LoadText(const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) {
    return Error{ErrorCode::kNotFound, fmt::format("{} is a folder, not a file", file.string())};
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return Error{ErrorCode::kNotFound, fmt::format("{} cannot be opened", file.string())};
  std::string text(TreeLimits{}.text_bytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (stream.bad()) return Error{ErrorCode::kUnavailable, fmt::format("{} cannot be read", file.string())};
  text.resize(static_cast<size_t>(stream.gcount()));
  return text;
}

}  // namespace crossdock::config

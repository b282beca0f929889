#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "config/node.h"

namespace crossdock::config {

/// Collects what is wrong with one file, so that one run of a check names all of it. Each complaint is one line:
/// `crossdock.yaml:3:5: batching.max_batch: 0 is outside 1..4096`.
class Problems {
 public:
  explicit Problems(std::string_view file_name) : file_name_(file_name) {}
  /// path  the key at fault, "batching.max_batch"; empty: the whole file
  void Add(Mark mark, std::string_view path, std::string_view message);
  bool empty() const { return count_ == 0; }
  int count() const { return count_; }
  /// kInvalidArgument with a line for each complaint, and the first one's path as the field.
  Error ToError() const;

 private:
  std::string file_name_;
  std::string lines_;
  std::string first_path_;
  int count_ = 0;
};

/// "batching" and "max_batch" make "batching.max_batch".
std::string Join(std::string_view path, std::string_view key);
/// "models" and 2 make "models[2]".
std::string Join(std::string_view path, size_t index);
/// `text` fit for a message: escaped and cut.
std::string Quoted(std::string_view text);

}  // namespace crossdock::config

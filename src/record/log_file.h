#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "base/result.h"

namespace crossdock::record {

/// One log file being written; only ever appended to. One thread at a time.
class LogFile {
 public:
  /// Makes a new file in `folder`, named after the time so that names sort by age, readable by this user alone, and writes its header.
  static Result<LogFile> Create(const std::filesystem::path& folder);
  LogFile(LogFile&& other) noexcept;
  LogFile& operator=(LogFile&&) = delete;
  ~LogFile();

  /// Writes one frame. After an error the file ends in a torn frame: begin another.
  Status Append(std::span<const std::byte> payload);
  int64_t size_bytes() const { return size_bytes_; }

 private:
  LogFile(int descriptor, std::filesystem::path path) : descriptor_(descriptor), path_(std::move(path)) {}
  Status Write(std::span<const std::byte> bytes);

  int descriptor_;
  std::filesystem::path path_;
  int64_t size_bytes_ = 0;
};

/// Deletes the oldest log files of the folder until the rest take at most `bytes`.
void KeepNewest(const std::filesystem::path& folder, int64_t bytes);

}  // namespace crossdock::record

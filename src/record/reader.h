#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "record/record.h"

namespace crossdock::record {

/// Reads one log file from its start. Damaged frames are passed over and counted; a frame that the end of the file cuts is what a
/// killed writer leaves, and only noted. One thread at a time.
class Reader {
 public:
  struct Counts {
    uint64_t records = 0;
    uint64_t damaged = 0;        // stretches that hold no readable record
    uint64_t skipped_bytes = 0;  // in them
    bool torn_tail = false;
  };

  /// errors  kNotFound: cannot be opened; kInvalidArgument: not a request log; kUnimplemented: of a later version
  static Result<Reader> Open(const std::filesystem::path& file);
  /// The next readable record; nothing at the end.
  std::optional<Record> Next();
  const Counts& counts() const { return counts_; }

 private:
  Reader(std::ifstream stream, uint64_t size);
  std::optional<std::vector<std::byte>> ReadAt(uint64_t offset, uint64_t count);
  uint64_t FindFrame(uint64_t from);
  void Skip(uint64_t to, bool torn);

  std::ifstream stream_;
  uint64_t size_ = 0;
  uint64_t offset_ = 0;
  Counts counts_;
};

/// The log files of a folder, oldest first; none if there is no such folder.
std::vector<std::filesystem::path> LogFiles(const std::filesystem::path& folder);

}  // namespace crossdock::record

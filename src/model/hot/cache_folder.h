#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/hot/aligned_bytes.h"

namespace crossdock::model {

/// A folder of entries, bounded by bytes. Knows names, sizes and times, and nothing of what the entries hold. Several processes may
/// use one folder: an entry appears whole, under its name at once, and who reads it has read it to the end before it is used. Any thread.
class CacheFolder {
 public:
  /// What one entry is called: those of one place replace each other.
  struct Name {
    std::string place;
    std::string key;
  };
  /// Makes the folder if need be. errors  kUnavailable ("cache.folder"): cannot be made or written
  static Result<std::unique_ptr<CacheFolder>> Open(std::filesystem::path folder, int64_t most_bytes);

  /// errors  kNotFound: there is none; kResourceExhausted: no memory for it. A found one counts as used now.
  Result<AlignedBytes> Read(const Name& name) const;
  void Remove(const Name& name) const;
  /// Names of other entries of the same place.
  std::vector<Name> Others(const Name& name) const;

  struct Evicted {
    int superseded = 0;  // of the same place
    int for_room = 0;    // the longest unused
  };
  /// Makes an entry of these pieces and takes away what it supersedes, and what there is no room for.
  /// errors  kUnavailable: cannot be written; kResourceExhausted: larger than the whole folder may be
  Result<Evicted> Write(const Name& name, std::span<const std::span<const std::byte>> pieces) const;
  /// A file for somebody else to write, to be removed by the caller. One that is left lying goes after an hour.
  std::filesystem::path NewDraft() const;
  /// Bytes of all entries.
  int64_t bytes() const;

 private:
  struct Entry;
  CacheFolder(std::filesystem::path folder, int64_t most_bytes) : folder_(std::move(folder)), most_bytes_(most_bytes) {}
  std::filesystem::path FileOf(const Name& name) const;
  std::vector<Entry> List() const;
  void RemoveOldDrafts() const;

  const std::filesystem::path folder_;
  const int64_t most_bytes_;
};

}  // namespace crossdock::model

#include "model/hot/cache_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <system_error>

#include <fmt/format.h>

#include "model/hot/whole_file.h"

namespace crossdock::model {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".load";
constexpr std::string_view kDraftSuffix = ".tmp";
constexpr std::chrono::hours kDraftAge{1};

/// Held by whoever changes what the folder holds, in any process; the system gives it back when a process dies.
class FolderLock {
 public:
  explicit FolderLock(const fs::path& folder)
      : descriptor_(::open((folder / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    while (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~FolderLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  const int descriptor_;
};

Error NotWritable(const fs::path& folder, const std::string& why) {
  return Error{ErrorCode::kUnavailable, fmt::format("the cache folder {}: {}", folder.string(), why), "cache.folder"};
}

}  // namespace

struct CacheFolder::Entry {
  Name name;
  fs::path file;
  int64_t bytes = 0;
  fs::file_time_type used;
};

Result<std::unique_ptr<CacheFolder>> CacheFolder::Open(fs::path folder, int64_t most_bytes) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return NotWritable(folder, error.message());
  if (::access(folder.c_str(), R_OK | W_OK | X_OK) != 0)
    return NotWritable(folder, std::generic_category().message(errno));
  return std::unique_ptr<CacheFolder>(new CacheFolder(std::move(folder), most_bytes));
}

fs::path CacheFolder::FileOf(const Name& name) const {
  return folder_ / fmt::format("{}-{}{}", name.place, name.key, kSuffix);
}

Result<AlignedBytes> CacheFolder::Read(const Name& name) const {
  const fs::path file = FileOf(name);
  auto bytes = ReadWholeFile(file);
  // The time of the last use is the file's own: it decides what goes first.
  if (bytes) ::utimensat(AT_FDCWD, file.c_str(), nullptr, 0);
  return bytes;
}

void CacheFolder::Remove(const Name& name) const {
  std::error_code ignored;
  fs::remove(FileOf(name), ignored);
}

std::vector<CacheFolder::Entry> CacheFolder::List() const {
  std::vector<Entry> entries;
  std::error_code ec;
  for (fs::directory_iterator at(folder_, ec), end; !ec && at != end; at.increment(ec)) {
    const std::string file = at->path().filename().string();
    const size_t dash = file.find('-');
    if (!file.ends_with(kSuffix) || file.starts_with('.') || dash == std::string::npos) continue;
    std::error_code gone;
    Entry entry;
    entry.name = {file.substr(0, dash), file.substr(dash + 1, file.size() - dash - 1 - kSuffix.size())};
    entry.file = at->path();
    entry.bytes = static_cast<int64_t>(at->file_size(gone));
    if (!gone) entry.used = at->last_write_time(gone);
    if (!gone) entries.push_back(std::move(entry));  // else another process took it away just now
  }
  return entries;
}

std::vector<CacheFolder::Name> CacheFolder::Others(const Name& name) const {
  std::vector<Name> others;
  for (Entry& entry : List()) {
    if (entry.name.place == name.place && entry.name.key != name.key) others.push_back(std::move(entry.name));
  }
  return others;
}

int64_t CacheFolder::bytes() const {
  int64_t sum = 0;
  for (const Entry& entry : List()) sum += entry.bytes;
  return sum;
}

void CacheFolder::RemoveOldDrafts() const {
  std::error_code ec;
  for (fs::directory_iterator at(folder_, ec), end; !ec && at != end; at.increment(ec)) {
    std::error_code gone;
    if (!at->path().string().ends_with(kDraftSuffix)) continue;
    const auto time = at->last_write_time(gone);
    if (!gone && fs::file_time_type::clock::now() - time > kDraftAge) fs::remove(at->path(), gone);
  }
}

fs::path CacheFolder::NewDraft() const {
  static std::atomic<unsigned> number = 0;
  return folder_ / fmt::format(".draft.{}.{}{}", ::getpid(), number++, kDraftSuffix);
}

Result<CacheFolder::Evicted> CacheFolder::Write(const Name& name,
                                                std::span<const std::span<const std::byte>> pieces) const {
  int64_t size = 0;
  for (const auto& piece : pieces) size += static_cast<int64_t>(piece.size());
  if (size > most_bytes_) {
    return Error{ErrorCode::kResourceExhausted,
                 fmt::format("{} bytes, and the whole folder may hold {}", size, most_bytes_), "cache.max_mib"};
  }
  const FolderLock lock(folder_);
  RemoveOldDrafts();
  auto entries = List();
  std::erase_if(entries, [&](const Entry& e) { return e.name.place == name.place && e.name.key == name.key; });
  const auto superseded = [&](const Entry& e) { return e.name.place == name.place; };
  // The superseded last, so that they are at the end; before them the longest unused.
  std::sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) {
    return std::pair(superseded(a), b.used) < std::pair(superseded(b), a.used);
  });
  int64_t held = 0;
  for (const Entry& entry : entries) held += entry.bytes;
  Evicted evicted;
  while (!entries.empty() && (superseded(entries.back()) || held + size > most_bytes_)) {
    const Entry& goes = entries.back();
    (superseded(goes) ? evicted.superseded : evicted.for_room) += 1;
    held -= goes.bytes;
    Remove(goes.name);
    entries.pop_back();
  }
  if (Status written = WriteWholeFile(FileOf(name), pieces); !written) return written.error();
  return evicted;
}

}  // namespace crossdock::model

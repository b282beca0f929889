#include "model/hot/whole_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>

#include <fmt/format.h>

namespace crossdock::model {
namespace {

/// A file descriptor that is closed with its scope.
class Descriptor {
 public:
  Descriptor(const std::filesystem::path& file, int flags) : number_(::open(file.c_str(), flags | O_CLOEXEC, 0644)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  explicit operator bool() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  const int number_;
};

Error Failed(ErrorCode code, const std::filesystem::path& file) {
  return Error{code, fmt::format("{}: {}", file.string(), std::generic_category().message(errno))};
}

bool ReadInto(int descriptor, std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t got = ::read(descriptor, bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(got));
  }
  return true;
}

bool WriteAll(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(put));
  }
  return true;
}

Status WriteDraft(const std::filesystem::path& draft, std::span<const std::span<const std::byte>> pieces) {
  const Descriptor file(draft, O_WRONLY | O_CREAT | O_EXCL);
  if (!file) return Failed(ErrorCode::kUnavailable, draft);
  for (const auto& piece : pieces) {
    if (!WriteAll(file.number(), piece)) return Failed(ErrorCode::kUnavailable, draft);
  }
  if (::fsync(file.number()) != 0) return Failed(ErrorCode::kUnavailable, draft);
  return {};
}

}  // namespace

Result<AlignedBytes> ReadWholeFile(const std::filesystem::path& file) {
  const Descriptor opened(file, O_RDONLY);
  struct stat facts{};
  if (!opened || ::fstat(opened.number(), &facts) != 0) return Failed(ErrorCode::kNotFound, file);
  if (!S_ISREG(facts.st_mode)) return Error{ErrorCode::kNotFound, fmt::format("{} is no file", file.string())};
  AlignedBytes bytes(static_cast<size_t>(facts.st_size));
  if (!bytes) {
    return Error{ErrorCode::kResourceExhausted, fmt::format("{}: no memory for {} bytes", file.string(), facts.st_size),
                 "", Reason::kMemory};
  }
  if (!ReadInto(opened.number(), bytes.span())) {
    return Error{ErrorCode::kNotFound, fmt::format("{} became shorter while it was read", file.string())};
  }
  return bytes;
}

Status WriteWholeFile(const std::filesystem::path& file, std::span<const std::span<const std::byte>> pieces) {
  static std::atomic<unsigned> number = 0;
  const std::filesystem::path draft =
      file.parent_path() / fmt::format(".{}.{}.{}.tmp", file.filename().string(), ::getpid(), number++);
  std::error_code ignored;
  if (Status written = WriteDraft(draft, pieces); !written) {
    std::filesystem::remove(draft, ignored);
    return written;
  }
  if (::rename(draft.c_str(), file.c_str()) != 0) {
    const Error error = Failed(ErrorCode::kUnavailable, file);
    std::filesystem::remove(draft, ignored);
    return error;
  }
  // The name is on the disk only when its folder is; a file system that cannot sync folders has said all that it could.
  if (const Descriptor folder(file.parent_path(), O_RDONLY | O_DIRECTORY); folder) ::fsync(folder.number());
  return {};
}

}  // namespace crossdock::model

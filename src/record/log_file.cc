#include "record/log_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "record/frame.h"
#include "record/reader.h"

namespace crossdock::record {
namespace {

constexpr mode_t kOwnerOnly = 0600;

Error Failed(const char* what, const std::filesystem::path& path, int error_number) {
  const std::string why = std::generic_category().message(error_number);
  return Error{ErrorCode::kUnavailable, fmt::format("{} {}: {}", what, path.string(), why)};
}

int64_t UnixMicros() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::microseconds>(since).count();
}

}  // namespace

Result<LogFile> LogFile::Create(const std::filesystem::path& folder) {
  int64_t stamp = UnixMicros();
  std::filesystem::path path;
  int descriptor = -1;
  do {
    path = folder / fmt::format("requests-{:017}.xlog", stamp++);
    descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kOwnerOnly);
  } while (descriptor < 0 && errno == EEXIST);
  if (descriptor < 0) return Failed("cannot make", path, errno);
  LogFile file(descriptor, path);
  const auto header = FileHeader();
  if (const Status written = file.Write(header); !written) return written.error();
  return file;
}

LogFile::LogFile(LogFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      path_(std::move(other.path_)),
      size_bytes_(other.size_bytes_) {}

LogFile::~LogFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Status LogFile::Append(std::span<const std::byte> payload) {
  const auto header = EncodeFrameHeader(payload);
  if (const Status written = Write(header); !written) return written;
  return Write(payload);
}

Status LogFile::Write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Failed("cannot write", path_, errno);
    size_bytes_ += count;
    bytes = bytes.subspan(static_cast<size_t>(count));
  }
  return {};
}

void KeepNewest(const std::filesystem::path& folder, int64_t bytes) {
  const auto files = LogFiles(folder);
  int64_t total = 0;
  for (auto file = files.rbegin(); file != files.rend(); ++file) {
    std::error_code error;
    const auto size = std::filesystem::file_size(*file, error);
    total += error ? 0 : static_cast<int64_t>(size);
    if (total > bytes) std::filesystem::remove(*file, error);
  }
}

}  // namespace crossdock::record

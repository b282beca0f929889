#include "record/reader.h"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "record/crc32c.h"
#include "record/frame.h"

namespace crossdock::record {
namespace {

constexpr uint64_t kSearchBytes = 64 << 10;

}  // namespace

Reader::Reader(std::ifstream stream, uint64_t size)
    : stream_(std::move(stream)), size_(size), offset_(kFileHeaderBytes) {}

Result<Reader> Reader::Open(const std::filesystem::path& file) {
  std::error_code error;
  const uint64_t size = std::filesystem::file_size(file, error);
  std::ifstream stream(file, std::ios::binary);
  if (error || !stream) return Error{ErrorCode::kNotFound, fmt::format("{} cannot be opened", file.string())};
  Reader reader(std::move(stream), size);
  const auto header = reader.ReadAt(0, kFileHeaderBytes);
  const auto version = header ? FileVersion(std::span<const std::byte, kFileHeaderBytes>(*header)) : std::nullopt;
  if (!version) return InvalidArgument("", fmt::format("{} is not a request log", file.string()));
  if (*version != kFormatVersion) {
    return Error{ErrorCode::kUnimplemented,
                 fmt::format("{} is of version {}, this reads {}", file.string(), *version, kFormatVersion)};
  }
  return reader;
}

std::optional<Record> Reader::Next() {
  while (offset_ < size_) {
    const auto header_bytes = ReadAt(offset_, kFrameHeaderBytes);
    const auto header =
        header_bytes ? DecodeFrameHeader(std::span<const std::byte, kFrameHeaderBytes>(*header_bytes)) : std::nullopt;
    if (!header) {
      Skip(FindFrame(offset_ + 1), !header_bytes);
      continue;
    }
    const auto payload = ReadAt(offset_ + kFrameHeaderBytes, header->payload_bytes);
    if (!payload) {
      // Torn, unless the length is what was damaged: then later frames follow.
      const uint64_t next_frame = FindFrame(offset_ + kFrameHeaderBytes);
      Skip(next_frame, next_frame == size_);
      continue;
    }
    const uint64_t next = offset_ + kFrameHeaderBytes + header->payload_bytes;
    auto record =
        Crc32c(*payload) == header->payload_crc ? Decode(*payload) : Error{ErrorCode::kInvalidArgument, "checksum"};
    if (!record) {
      Skip(next, false);
      continue;
    }
    offset_ = next;
    ++counts_.records;
    return std::move(*record);
  }
  return std::nullopt;
}

std::optional<std::vector<std::byte>> Reader::ReadAt(uint64_t offset, uint64_t count) {
  if (offset > size_ || count > size_ - offset) return std::nullopt;
  std::vector<std::byte> bytes(static_cast<size_t>(count));
  stream_.clear();
  stream_.seekg(static_cast<std::streamoff>(offset));
  stream_.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(count));
  if (stream_.gcount() != static_cast<std::streamsize>(count)) return std::nullopt;
  return bytes;
}

uint64_t Reader::FindFrame(uint64_t from) {
  while (from < size_) {
    const auto bytes = ReadAt(from, std::min(kSearchBytes, size_ - from));
    if (!bytes) return size_;
    const size_t found = FindFrameMark(*bytes);
    from += found;
    if (found == bytes->size()) continue;
    const auto header = ReadAt(from, kFrameHeaderBytes);
    if (!header) return size_;
    if (DecodeFrameHeader(std::span<const std::byte, kFrameHeaderBytes>(*header))) return from;
    ++from;
  }
  return size_;
}

void Reader::Skip(uint64_t offset, bool torn) {
  if (torn) {
    counts_.torn_tail = true;
  } else {
    ++counts_.damaged;
  }
  counts_.skipped_bytes += offset - offset_;
  offset_ = offset;
}

std::vector<std::filesystem::path> LogFiles(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (auto entry = std::filesystem::directory_iterator(folder, error);
       !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with("requests-") && entry->path().extension() == ".xlog") files.push_back(entry->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace crossdock::record

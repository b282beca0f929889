#include "record/frame.h"

#include <algorithm>

#include "record/crc32c.h"
#include "record/wire.h"

namespace crossdock::record {
namespace {

constexpr uint64_t kFileMagic = 0x0A474F4C4B434458;  // "XDCKLOG\n"
constexpr uint32_t kFrameMark = 0xF4A3D1C5;          // no text and no likely float

template <size_t kCount>
uint32_t At(std::span<const std::byte, kCount> bytes, size_t offset) {
  return FromBytes<uint32_t>(std::span<const std::byte, 4>(bytes.data() + offset, 4));
}

template <size_t kCount>
void Put(std::array<std::byte, kCount>& bytes, size_t offset, auto value) {
  const auto encoded = ToBytes(value);
  std::copy(encoded.begin(), encoded.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offset));
}

}  // namespace

std::array<std::byte, kFileHeaderBytes> FileHeader() {
  std::array<std::byte, kFileHeaderBytes> bytes{};
  Put(bytes, 0, kFileMagic);
  Put(bytes, 8, kFormatVersion);
  Put(bytes, 12, Crc32c(std::span(bytes).first(12)));
  return bytes;
}

std::optional<uint32_t> FileVersion(std::span<const std::byte, kFileHeaderBytes> bytes) {
  if (FromBytes<uint64_t>(bytes.first<8>()) != kFileMagic || At(bytes, 12) != Crc32c(bytes.first(12)))
    return std::nullopt;
  return At(bytes, 8);
}

std::array<std::byte, kFrameHeaderBytes> EncodeFrameHeader(std::span<const std::byte> payload) {
  std::array<std::byte, kFrameHeaderBytes> bytes{};
  Put(bytes, 0, kFrameMark);
  Put(bytes, 4, static_cast<uint32_t>(payload.size()));
  Put(bytes, 8, Crc32c(payload));
  Put(bytes, 12, Crc32c(std::span(bytes).first(12)));
  return bytes;
}

std::optional<FrameHeader> DecodeFrameHeader(std::span<const std::byte, kFrameHeaderBytes> bytes) {
  if (At(bytes, 0) != kFrameMark || At(bytes, 12) != Crc32c(bytes.first(12))) return std::nullopt;
  const FrameHeader header{At(bytes, 4), At(bytes, 8)};
  if (header.payload_bytes > kMostPayloadBytes) return std::nullopt;
  return header;
}

size_t FindFrameMark(std::span<const std::byte> bytes) {
  const auto mark = ToBytes(kFrameMark);
  const auto found = std::search(bytes.begin(), bytes.end(), mark.begin(), mark.end());
  if (found != bytes.end()) return static_cast<size_t>(found - bytes.begin());
  // The last bytes may be the start of a mark that goes on beyond.
  for (size_t length = std::min(mark.size() - 1, bytes.size()); length > 0; --length) {
    const auto tail = bytes.last(length);
    if (std::equal(tail.begin(), tail.end(), mark.begin())) return bytes.size() - length;
  }
  return bytes.size();
}

}  // namespace crossdock::record

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace crossdock::record {

/// A log file is this header and then frames: 16 bytes of frame header and a payload each. Everything is little-endian.
inline constexpr size_t kFileHeaderBytes = 16;
inline constexpr size_t kFrameHeaderBytes = 16;
inline constexpr uint32_t kFormatVersion = 1;
/// A longer payload is taken for damage.
inline constexpr uint32_t kMostPayloadBytes = 256U << 20;

struct FrameHeader {
  uint32_t payload_bytes = 0;
  uint32_t payload_crc = 0;
};

std::array<std::byte, kFileHeaderBytes> FileHeader();
/// The version of a log file; nothing if it is none.
std::optional<uint32_t> FileVersion(std::span<const std::byte, kFileHeaderBytes> bytes);

std::array<std::byte, kFrameHeaderBytes> EncodeFrameHeader(std::span<const std::byte> payload);
/// Nothing if no frame starts here: the header has a mark and a checksum of its own, so that a reader can find its way back.
std::optional<FrameHeader> DecodeFrameHeader(std::span<const std::byte, kFrameHeaderBytes> bytes);
/// The offset of the first byte that may start a frame; the size if there is none.
size_t FindFrameMark(std::span<const std::byte> bytes);

}  // namespace crossdock::record

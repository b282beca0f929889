#include "record/crc32c.h"

#include <array>
#include <cstring>

namespace crossdock::record {
namespace {

constexpr uint32_t kReflectedPolynomial = 0x82F63B78;
constexpr size_t kStride = 8;

using Tables = std::array<std::array<uint32_t, 256>, kStride>;

/// tables[n][b]: what byte b does to the checksum when n more bytes follow it in the same stride.
constexpr Tables MakeTables() {
  Tables tables{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? kReflectedPolynomial : 0);
    tables[0][byte] = crc;
  }
  for (size_t n = 1; n < kStride; ++n) {
    for (size_t byte = 0; byte < 256; ++byte) {
      const uint32_t before = tables[n - 1][byte];
      tables[n][byte] = (before >> 8) ^ tables[0][before & 0xFF];
    }
  }
  return tables;
}

constexpr Tables kTables = MakeTables();

}  // namespace

uint32_t Crc32c(std::span<const std::byte> bytes) {
  uint32_t crc = 0xFFFFFFFF;
  while (bytes.size() >= kStride) {
    std::array<uint8_t, kStride> stride{};
    std::memcpy(stride.data(), bytes.data(), kStride);
    uint32_t next = 0;
    for (size_t i = 0; i < kStride; ++i) {
      const uint32_t mixed = i < 4 ? (crc >> (8 * i)) & 0xFF : 0;
      next ^= kTables[kStride - 1 - i][stride[i] ^ mixed];
    }
    crc = next;
    bytes = bytes.subspan(kStride);
  }
  for (const std::byte byte : bytes) crc = (crc >> 8) ^ kTables[0][(crc ^ static_cast<uint32_t>(byte)) & 0xFF];
  return ~crc;
}

}  // namespace crossdock::record

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace crossdock::record {

/// CRC-32C (Castagnoli polynomial 0x1EDC6F41, reflected, start and end inverted), as in RFC 3720 appendix B.4.
uint32_t Crc32c(std::span<const std::byte> bytes);

}  // namespace crossdock::record

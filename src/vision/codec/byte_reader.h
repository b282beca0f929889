#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace crossdock::vision::codec {

using Bytes = std::span<const std::byte>;

/// The sender's mistake, in the field that every picture error names.
inline Error BadPicture(std::string message) { return InvalidArgument("picture", std::move(message)); }

/// Numbers at any offset of untrusted bytes; nothing where they would run past the end.
class ByteReader {
 public:
  enum class Order { kLittle, kBig };
  ByteReader(Bytes bytes, Order order) : bytes_(bytes), order_(order) {}

  size_t size() const { return bytes_.size(); }
  Bytes bytes() const { return bytes_; }
  std::optional<uint32_t> U8(size_t at) const { return Number(at, 1); }
  std::optional<uint32_t> U16(size_t at) const { return Number(at, 2); }
  std::optional<uint32_t> U32(size_t at) const { return Number(at, 4); }
  bool StartsWith(std::string_view text, size_t at = 0) const {
    if (at > bytes_.size() || text.size() > bytes_.size() - at) return false;
    return std::string_view(reinterpret_cast<const char*>(bytes_.data()) + at, text.size()) == text;
  }

 private:
  std::optional<uint32_t> Number(size_t at, size_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at) return std::nullopt;
    uint32_t value = 0;
    for (size_t i = 0; i < size; ++i) {
      const size_t shift = 8 * (order_ == Order::kLittle ? i : size - 1 - i);
      value |= std::to_integer<uint32_t>(bytes_[at + i]) << shift;
    }
    return value;
  }

  Bytes bytes_;
  Order order_;
};

}  // namespace crossdock::vision::codec

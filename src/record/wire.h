#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace crossdock::record {

/// Little-endian bytes of a whole number.
template <class T>
  requires std::is_integral_v<T>
std::array<std::byte, sizeof(T)> ToBytes(T value) {
  std::array<std::byte, sizeof(T)> bytes{};
  const auto bits = static_cast<uint64_t>(value);
  for (size_t i = 0; i < sizeof(T); ++i) bytes[i] = static_cast<std::byte>((bits >> (8 * i)) & 0xFF);
  return bytes;
}

template <class T>
  requires std::is_integral_v<T>
T FromBytes(std::span<const std::byte, sizeof(T)> bytes) {
  uint64_t bits = 0;
  for (size_t i = 0; i < sizeof(T); ++i) bits |= static_cast<uint64_t>(bytes[i]) << (8 * i);
  return static_cast<T>(bits);
}

/// Appends to a buffer.
class WireWriter {
 public:
  explicit WireWriter(std::vector<std::byte>& out) : out_(out) {}
  template <class T>
  void Number(T value) {
    const auto bytes = ToBytes(value);
    Bytes(bytes);
  }
  void Bytes(std::span<const std::byte> bytes) { out_.insert(out_.end(), bytes.begin(), bytes.end()); }
  /// A length of 4 bytes, then the text.
  void Text(std::string_view text) {
    Number(static_cast<uint32_t>(text.size()));
    Bytes(std::as_bytes(std::span(text)));
  }

 private:
  std::vector<std::byte>& out_;
};

/// Takes from a buffer; after the first read past its end every read gives nothing.
class WireReader {
 public:
  explicit WireReader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  template <class T>
  std::optional<T> Number() {
    const auto bytes = Bytes(sizeof(T));
    if (!bytes) return std::nullopt;
    return FromBytes<T>(std::span<const std::byte, sizeof(T)>(*bytes));
  }
  std::optional<std::span<const std::byte>> Bytes(uint64_t count) {
    if (failed_ || count > bytes_.size()) {
      failed_ = true;
      return std::nullopt;
    }
    const auto taken = bytes_.first(static_cast<size_t>(count));
    bytes_ = bytes_.subspan(static_cast<size_t>(count));
    return taken;
  }
  std::optional<std::string_view> Text() {
    const auto length = Number<uint32_t>();
    const auto bytes = length ? Bytes(*length) : std::nullopt;
    if (!bytes) return std::nullopt;
    return std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  }
  bool empty() const { return bytes_.empty(); }
  bool failed() const { return failed_; }
  std::span<const std::byte> rest() const { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
  bool failed_ = false;
};

}  // namespace crossdock::record

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace crossdock::digest {

/// SHA-256 (FIPS 180-4), 32 bytes, over several pieces of data one after the other. One thread at a time.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  void Add(std::string_view bytes);
  void Add(std::span<const std::byte> bytes);
  /// The digest, as bytes. The object is used up.
  std::string Finish();

 private:
  void* context_;
};

/// Bytes as lower-case hexadecimal digits.
std::string Hex(std::string_view bytes);

}  // namespace crossdock::digest

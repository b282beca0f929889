#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

struct sockaddr;

namespace crossdock::jobs {

/// An IP address in 16 bytes; IPv4 as ::ffff:a.b.c.d, however it came.
class Address {
 public:
  static std::optional<Address> Parse(std::string_view text);  // with or without the brackets of a URL
  static std::optional<Address> Of(const sockaddr* address);

  bool is_loopback() const;
  /// Whether the address belongs to the open internet: none of the private, local, shared, documentation and tunnel ranges that IANA's
  /// special-purpose registries list.
  bool is_public() const;
  std::string text() const;
  bool operator==(const Address&) const = default;

 private:
  friend class Network;
  bool is_v4() const;
  std::array<uint8_t, 16> bytes_{};
};

/// Addresses that begin with the same bits: "10.0.0.0/8", "fd00::/8".
class Network {
 public:
  /// errors  kInvalidArgument: no address, or no number of bits that it has
  static Result<Network> Parse(std::string_view text);
  bool Contains(const Address& address) const;

 private:
  Address first_;
  int bits_ = 0;  // of all 128
};

}  // namespace crossdock::jobs

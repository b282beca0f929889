#include "jobs/callback/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include <fmt/format.h>

namespace crossdock::jobs {
namespace {

constexpr std::array<uint8_t, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

// RFC 6890 and its updates: what is not the open internet.
constexpr std::string_view kSpecialV4[] = {"0.0.0.0/8",      "10.0.0.0/8",     "100.64.0.0/10", "127.0.0.0/8",
                                           "169.254.0.0/16", "172.16.0.0/12",  "192.0.0.0/24",  "192.0.2.0/24",
                                           "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
                                           "203.0.113.0/24", "224.0.0.0/3"};
// Of IPv6 only 2000::/3 is given out; inside it these carry other addresses, or none.
constexpr std::string_view kSpecialV6[] = {"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"};

bool IsIn(const Address& address, std::string_view network) { return Network::Parse(network)->Contains(address); }

}  // namespace

std::optional<Address> Address::Parse(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  const std::string terminated(text);
  Address address;
  in_addr v4{};
  if (::inet_pton(AF_INET, terminated.c_str(), &v4) == 1) {
    std::copy(kMapped.begin(), kMapped.end(), address.bytes_.begin());
    std::memcpy(address.bytes_.data() + kMapped.size(), &v4, sizeof(v4));
    return address;
  }
  if (::inet_pton(AF_INET6, terminated.c_str(), address.bytes_.data()) == 1) return address;
  return std::nullopt;
}

std::optional<Address> Address::Of(const sockaddr* address) {
  Address result;
  if (address->sa_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, address, sizeof(v4));
    std::copy(kMapped.begin(), kMapped.end(), result.bytes_.begin());
    std::memcpy(result.bytes_.data() + kMapped.size(), &v4.sin_addr, sizeof(v4.sin_addr));
    return result;
  }
  if (address->sa_family != AF_INET6) return std::nullopt;
  sockaddr_in6 v6{};
  std::memcpy(&v6, address, sizeof(v6));
  std::memcpy(result.bytes_.data(), &v6.sin6_addr, sizeof(v6.sin6_addr));
  return result;
}

bool Address::is_v4() const { return std::equal(kMapped.begin(), kMapped.end(), bytes_.begin()); }

bool Address::is_loopback() const { return IsIn(*this, "127.0.0.0/8") || IsIn(*this, "::1/128"); }

bool Address::is_public() const {
  const auto holds = [this](std::string_view network) { return IsIn(*this, network); };
  if (is_v4()) return std::none_of(std::begin(kSpecialV4), std::end(kSpecialV4), holds);
  return holds("2000::/3") && std::none_of(std::begin(kSpecialV6), std::end(kSpecialV6), holds);
}

std::string Address::text() const {
  char buffer[INET6_ADDRSTRLEN] = {};
  if (is_v4()) {
    ::inet_ntop(AF_INET, bytes_.data() + kMapped.size(), buffer, sizeof(buffer));
  } else {
    ::inet_ntop(AF_INET6, bytes_.data(), buffer, sizeof(buffer));
  }
  return buffer;
}

Result<Network> Network::Parse(std::string_view text) {
  const size_t slash = text.find('/');
  const auto address = Address::Parse(text.substr(0, slash));
  const bool v4 = address && address->is_v4();
  int bits = v4 ? 32 : 128;
  bool good = address.has_value();
  if (good && slash != std::string_view::npos) {
    const std::string_view number = text.substr(slash + 1);
    const int most = bits;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), bits);
    good = error == std::errc{} && end == number.data() + number.size() && bits >= 0 && bits <= most;
  }
  if (!good) {
    return InvalidArgument("networks", fmt::format("\"{}\" is no network: write it as 10.0.0.0/8 or fd00::/8", text));
  }
  Network network;
  network.first_ = *address;
  network.bits_ = bits + (v4 ? 96 : 0);
  return network;
}

bool Network::Contains(const Address& address) const {
  for (int bit = 0; bit < bits_; ++bit) {
    const auto byte = static_cast<size_t>(bit / 8);
    const int mask = 0x80 >> (bit % 8);
    if ((first_.bytes_[byte] & mask) != (address.bytes_[byte] & mask)) return false;
  }
  return true;
}

}  // namespace crossdock::jobs

#include "net/request_id.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <random>

#include <fmt/format.h>

namespace crossdock::net {
namespace {

constexpr size_t kLongest = 64;

bool IsGood(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~:/+=@").find(c) != std::string_view::npos;
}

uint64_t RandomPart() {
  std::random_device device;
  return (static_cast<uint64_t>(device()) << 32) | device();
}

}  // namespace

bool IsGoodRequestId(std::string_view id) {
  return !id.empty() && id.size() <= kLongest && std::all_of(id.begin(), id.end(), IsGood);
}

std::string NewRequestId() {
  static const uint64_t of_this_process = RandomPart();
  static std::atomic<uint64_t> count{0};
  return fmt::format("{:016x}-{:x}", of_this_process, count.fetch_add(1, std::memory_order_relaxed));
}

std::string RequestIdOr(std::string_view offered) {
  return IsGoodRequestId(offered) ? std::string(offered) : NewRequestId();
}

}  // namespace crossdock::net

#include "net/http/json_number.h"

#include <bit>
#include <charconv>
#include <cmath>

#include "tensor/tensor.h"

namespace crossdock::net::http {
namespace {

constexpr double kSmallestNormalFloat = 0x1p-126;
constexpr uint64_t kBelowFloat = (uint64_t{1} << 29) - 1;  // fraction bits that a float has no room for
constexpr uint64_t kHalfOfFloat = uint64_t{1} << 28;

/// The value as a float whose last bit is set if anything was cut off ("round to odd"). A second rounding, to a type with at least two
/// bits less, then goes the way it would have gone from the value itself. Source: Boldo and Melquiond, 2008.
float RoundToOdd(double value) {
  const auto nearest = static_cast<float>(value);
  if (static_cast<double>(nearest) == value || std::isnan(nearest)) return nearest;
  auto bits = std::bit_cast<uint32_t>(nearest);
  if (std::abs(static_cast<double>(nearest)) > std::abs(value)) bits -= 1;
  return std::bit_cast<float>(bits | 1u);
}

}  // namespace

float RoundToFloat(double value, std::string_view text) {
  const auto cut = std::bit_cast<uint64_t>(value) & kBelowFloat;
  const bool may_be_a_tie = cut == kHalfOfFloat || (std::abs(value) < kSmallestNormalFloat && value != 0);
  if (!may_be_a_tie) return static_cast<float>(value);
  // The double may have been rounded onto the middle between two floats; only the text knows from which side.
  float exact = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exact);
  return error == std::errc() ? exact : static_cast<float>(value);
}

uint16_t RoundToHalf(double value) { return tensor::FloatToHalf(RoundToOdd(value)); }

uint16_t RoundToBfloat16(double value) { return tensor::FloatToBfloat16(RoundToOdd(value)); }

}  // namespace crossdock::net::http

#pragma once

#include <cstdint>
#include <string_view>

namespace crossdock::net::http {

/// A number as text, and the same number rounded to double, rounded to narrower types: to nearest, ties to even, as if there had been
/// no double in between. What does not fit becomes infinity.
float RoundToFloat(double value, std::string_view text);
uint16_t RoundToHalf(double value);
uint16_t RoundToBfloat16(double value);

}  // namespace crossdock::net::http

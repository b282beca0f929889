#pragma once

#include <span>

namespace crossdock::hub {

/// The vocabulary of invented waybills. Random letter groups leave out I and O, as carriers do.
struct Words {
  std::span<const char* const> carriers;
  std::span<const char* const> services;
  std::span<const char* const> first_names;  // Chinese: family names
  std::span<const char* const> last_names;   // Chinese: given names
  std::span<const char* const> streets;
  std::span<const char* const> cities;
  std::span<const char* const> goods;
};

const Words& ChineseWords();
const Words& LatinWords();

}  // namespace crossdock::hub

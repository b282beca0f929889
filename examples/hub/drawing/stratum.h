#pragma once

#include <array>
#include <string>
#include <string_view>

namespace crossdock::hub {

enum class SortingLine { kA, kB, kC };
enum class Light { kDay, kNight, kGlare };
enum class Weather { kDry, kRain };
/// Outline of the parcel; all but kRegular are the extremes that a hub must cope with too.
enum class Shape { kRegular, kLong, kFlat, kSmall, kIrregular };

/// The circumstances under which a picture was taken; read rates are given for each.
struct Stratum {
  SortingLine line = SortingLine::kA;
  Light light = Light::kDay;
  Weather weather = Weather::kDry;
  bool operator==(const Stratum&) const = default;
};

constexpr std::array<std::string_view, 3> kLineNames{"A", "B", "C"};
constexpr std::array<std::string_view, 3> kLightNames{"day", "night", "glare"};
constexpr std::array<std::string_view, 2> kWeatherNames{"dry", "rain"};
constexpr std::array<std::string_view, 5> kShapeNames{"regular", "long", "flat", "small", "irregular"};

inline std::string_view Name(SortingLine line) { return kLineNames[static_cast<std::size_t>(line)]; }
inline std::string_view Name(Light light) { return kLightNames[static_cast<std::size_t>(light)]; }
inline std::string_view Name(Weather weather) { return kWeatherNames[static_cast<std::size_t>(weather)]; }
inline std::string_view Name(Shape shape) { return kShapeNames[static_cast<std::size_t>(shape)]; }

/// "A/day/dry".
inline std::string Name(const Stratum& stratum) {
  return std::string(Name(stratum.line)) + "/" + std::string(Name(stratum.light)) + "/" +
         std::string(Name(stratum.weather));
}

constexpr int kStrata = 18;
/// Pictures run through the strata in turn, so that any shift of 18 pictures has each once.
inline Stratum StratumOf(int picture) {
  const int i = picture % kStrata;
  return {static_cast<SortingLine>(i % 3), static_cast<Light>(i / 3 % 3), static_cast<Weather>(i / 9)};
}
/// Four of eleven pictures show an extreme outline; eleven and eighteen share no divisor, so each meets every stratum in turn.
inline Shape ShapeOf(int picture) {
  constexpr std::array<Shape, 11> kTurns{Shape::kRegular, Shape::kLong,      Shape::kRegular, Shape::kRegular,
                                         Shape::kSmall,   Shape::kRegular,   Shape::kFlat,    Shape::kRegular,
                                         Shape::kRegular, Shape::kIrregular, Shape::kRegular};
  return kTurns[static_cast<std::size_t>(picture) % kTurns.size()];
}

}  // namespace crossdock::hub

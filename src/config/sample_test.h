#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

/// A configuration with a field of every kind, for the tests of this module.
namespace crossdock::config_sample {

enum class Colour { kRed, kGreen };

struct Door {
  int width_mm = 900;
  std::string mode = "shut";
  Status Validate() const {
    if (mode == "open" && width_mm < 100) return InvalidArgument("width_mm", "an open door is at least 100 wide");
    return {};
  }
};

template <class V>
void Describe(Door& d, V& v) {
  v.Field("width_mm", d.width_mm, 1, 5000, "clear width, millimetres");
  v.Field("mode", d.mode, {"open", "shut"}, "how it stands");
}

struct House {
  std::string name = "my house";
  bool heated = true;
  int64_t area_cm2 = 1'000'000;
  double warmth = 20.5;
  std::filesystem::path plan = "plans/one.svg";
  Colour colour = Colour::kGreen;
  uint16_t number = 7;
  Door front;
  std::vector<Door> back;
  std::map<std::string, Door> inner;
  std::vector<std::vector<int64_t>> stairs;
  std::map<std::string, std::string> notes;
  std::optional<int> rent;
};

template <class V>
void Describe(House& h, V& v) {
  v.Field("name", h.name, "what people call it");
  v.Field("heated", h.heated, "whether it is heated");
  v.Field("area_cm2", h.area_cm2, 0, int64_t{1} << 50, "floor area");
  v.Field("warmth", h.warmth, -10, 35.5, "degrees inside");
  v.Field("plan", h.plan, "file of the plan");
  v.Field("colour", h.colour, {{"red", Colour::kRed}, {"green", Colour::kGreen}}, "of the walls");
  v.Field("number", h.number, "in the street");
  v.Field("front", h.front, "the front door");
  v.Field("back", h.back, "doors to the yard");
  v.Field("inner", h.inner, "doors inside, by room");
  v.Field("stairs", h.stairs, 1, 100, "steps of each flight");
  v.Field("notes", h.notes, "anything | else");
  v.Field("rent", h.rent, 0, 9999, "a month; nothing: not for rent");
}

}  // namespace crossdock::config_sample

#pragma once

#include <string>

#include "hub/drawing/dice.h"

namespace crossdock::hub {

struct Party {
  std::string name;
  std::string phone;
  std::string street;
  std::string city;  // Latin waybills: with post code; Chinese ones carry it in `street`
};

/// What a sender typed in. All of it is invented.
struct Waybill {
  bool chinese = false;
  std::string carrier;
  std::string service;
  std::string tracking;  // letters and digits without spaces
  Party recipient;
  Party sender;
  std::string weight;
  std::string date;
  std::string pieces;
  std::string route;
  std::string goods;
  std::string reference;
};

Waybill RollWaybill(Dice& dice);

/// "YT7305118266" → "YT73 0511 8266", as printed under a code.
std::string InGroupsOfFour(const std::string& text);

/// `count` random decimal digits.
std::string RollDigits(Dice& dice, int count);

}  // namespace crossdock::hub

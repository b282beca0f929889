#pragma once

#include <string>
#include <vector>

#include "hub/drawing/block.h"
#include "hub/drawing/dice.h"
#include "hub/drawing/waybill.h"

namespace crossdock::hub {

/// One line of print before it has a place.
struct Print {
  std::string text;
  Face face;
  double letter_px = 20;
  bool knockout = false;
};

/// The lines of a waybill as its carrier words and sizes them.
struct Wording {
  Print carrier;
  Print service;
  Print route;
  std::vector<Print> recipient;
  std::vector<Print> sender;
  std::vector<Print> footer;
  Face number_face;  // for what is printed under a code
  double small_px = 14;
};

/// `body_px`: letter height of the addresses, 14–30; headings are larger (up to 40), small print smaller (down to 14).
Wording WordWaybill(const Waybill& waybill, double body_px, Dice& dice);

Block PrintBlock(Typesetter& typesetter, const Print& print);
std::vector<Block> PrintBlocks(Typesetter& typesetter, const std::vector<Print>& prints);

}  // namespace crossdock::hub

#pragma once

#include <vector>

#include "base/result.h"
#include "hub/drawing/dice.h"
#include "hub/drawing/symbol.h"
#include "hub/drawing/waybill.h"

namespace crossdock::hub {

/// The codes of one label, at most `most`: a linear one that carries the tracking number, mostly a two-dimensional one, seldom a third
/// that names the goods.
Result<std::vector<Symbol>> RollSymbols(const Waybill& waybill, int most, Dice& dice);

/// One small code for a label with little room.
Result<Symbol> RollSmallSymbol(const Waybill& waybill, Dice& dice);

}  // namespace crossdock::hub

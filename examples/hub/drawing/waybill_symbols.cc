#include "hub/drawing/waybill_symbols.h"

#include <fmt/format.h>

namespace crossdock::hub {
namespace {

char Gs1CheckDigit(const std::string& digits) {
  int sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) sum += (digits[digits.size() - 1 - i] - '0') * (i % 2 == 0 ? 3 : 1);
  return static_cast<char>('0' + (10 - sum % 10) % 10);
}

std::string WithCheckDigit(std::string digits) {
  digits += Gs1CheckDigit(digits);
  return digits;
}

Result<Symbol> RollTrackingSymbol(const Waybill& waybill, Dice& dice) {
  const double roll = dice.Fraction();
  if (roll < 0.55) return MakeSymbol("Code 128", waybill.tracking);
  if (roll < 0.70) return MakeSymbol("Code 128", "[00]" + WithCheckDigit("3" + RollDigits(dice, 16)), "gs1");
  if (roll < 0.80) return MakeSymbol("Code 39", waybill.tracking.substr(0, 9));
  if (roll < 0.88) return MakeSymbol("ITF-14", "1" + RollDigits(dice, 12));
  if (roll < 0.94) return MakeSymbol("Code 93", waybill.tracking);
  return MakeSymbol("DataBar Expanded",
                    "[01]" + WithCheckDigit("9" + RollDigits(dice, 12)) + "[3103]00" + RollDigits(dice, 4));
}

Result<Symbol> RollMatrixSymbol(const Waybill& waybill, Dice& dice) {
  const double roll = dice.Fraction();
  if (roll < 0.40) return MakeSymbol("QR Code", "https://hub.example/t/" + waybill.tracking);
  if (roll < 0.62)
    return MakeSymbol("Data Matrix", fmt::format("{};{};{}", waybill.tracking, waybill.route, waybill.weight),
                      "forceSquare");
  if (roll < 0.70)
    return MakeSymbol("Data Matrix", "[01]" + WithCheckDigit("9" + RollDigits(dice, 12)) + "[21]" + RollDigits(dice, 4),
                      "gs1,forceSquare");
  if (roll < 0.83)
    return MakeSymbol("PDF417", fmt::format("{}|{}|{}", waybill.tracking, waybill.route, waybill.reference),
                      "columns=2");
  if (roll < 0.97) return MakeSymbol("Aztec", waybill.tracking + waybill.route);
  return MakeSymbol("MaxiCode", fmt::format("{} {} {}", waybill.tracking, waybill.route, waybill.pieces));
}

Result<Symbol> RollGoodsSymbol(Dice& dice) {
  if (dice.Chance(0.6)) return MakeSymbol("EAN-13", "69" + RollDigits(dice, 10));
  return MakeSymbol("DataBar Omni", "0" + RollDigits(dice, 12));
}

}  // namespace

Result<std::vector<Symbol>> RollSymbols(const Waybill& waybill, int most, Dice& dice) {
  std::vector<Symbol> symbols;
  auto tracking = RollTrackingSymbol(waybill, dice);
  if (!tracking) return tracking.error();
  symbols.push_back(std::move(*tracking));
  if (most > 1 && dice.Chance(0.75)) {
    auto matrix = RollMatrixSymbol(waybill, dice);
    if (!matrix) return matrix.error();
    symbols.push_back(std::move(*matrix));
  }
  if (most > 2 && dice.Chance(0.2)) {
    auto goods = RollGoodsSymbol(dice);
    if (!goods) return goods.error();
    symbols.push_back(std::move(*goods));
  }
  return symbols;
}

Result<Symbol> RollSmallSymbol(const Waybill& waybill, Dice& dice) {
  const double roll = dice.Fraction();
  if (roll < 0.45) return MakeSymbol("Data Matrix", waybill.tracking, "forceSquare");
  if (roll < 0.75) return MakeSymbol("QR Code", waybill.tracking);
  if (roll < 0.90) return MakeSymbol("Aztec", waybill.tracking);
  return MakeSymbol("EAN-8", "96" + RollDigits(dice, 5));
}

}  // namespace crossdock::hub

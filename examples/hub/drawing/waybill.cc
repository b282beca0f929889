#include "hub/drawing/waybill.h"

#include <fmt/format.h>

#include "hub/drawing/words.h"

namespace crossdock::hub {
namespace {

constexpr std::string_view kLetters = "ABCDEFGHJKLMNPQRSTUVWXYZ";

std::string RollLetters(Dice& dice, int count) {
  std::string letters;
  for (int i = 0; i < count; ++i)
    letters += kLetters[static_cast<std::size_t>(dice.Int(0, static_cast<int>(kLetters.size()) - 1))];
  return letters;
}

Party RollChineseParty(Dice& dice) {
  const Words& words = ChineseWords();
  Party party;
  party.name = std::string(dice.Pick(words.first_names)) + dice.Pick(words.last_names);
  party.phone =
      dice.Chance(0.7) ? "1" + std::to_string(dice.Int(3, 9)) + RollDigits(dice, 9) : "0571-" + RollDigits(dice, 8);
  party.street = fmt::format("{}{}{}号", dice.Pick(words.cities), dice.Pick(words.streets), dice.Int(1, 998));
  if (dice.Chance(0.4))
    party.street += fmt::format("{}栋{}室", dice.Int(1, 28), dice.Int(1, 20) * 100 + dice.Int(1, 8));
  return party;
}

Party RollLatinParty(Dice& dice) {
  const Words& words = LatinWords();
  Party party;
  party.name = fmt::format("{} {}", dice.Pick(words.first_names), dice.Pick(words.last_names));
  party.phone = fmt::format("+{} {} {}", dice.Int(31, 49), RollDigits(dice, 3), RollDigits(dice, 6));
  party.street = fmt::format("{} {}", dice.Int(2, 1990), dice.Pick(words.streets));
  party.city = dice.Pick(words.cities);
  return party;
}

std::string RollDate(Dice& dice, bool chinese) {
  static constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                            "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const int day = dice.Int(1, 28);
  const int month = dice.Int(1, 12);
  if (chinese || dice.Chance(0.3)) return fmt::format("2026-{:02}-{:02}", month, day);
  return fmt::format("{:02} {} 2026", day, kMonths[month - 1]);
}

}  // namespace

std::string RollDigits(Dice& dice, int count) {
  std::string digits;
  for (int i = 0; i < count; ++i) digits += static_cast<char>('0' + dice.Int(0, 9));
  return digits;
}

std::string InGroupsOfFour(const std::string& text) {
  std::string grouped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i > 0 && i % 4 == 0) grouped += ' ';
    grouped += text[i];
  }
  return grouped;
}

Waybill RollWaybill(Dice& dice) {
  Waybill waybill;
  waybill.chinese = dice.Chance(0.5);
  const Words& words = waybill.chinese ? ChineseWords() : LatinWords();
  waybill.carrier = dice.Pick(words.carriers);
  waybill.service = dice.Pick(words.services);
  waybill.goods = dice.Pick(words.goods);
  waybill.tracking = RollLetters(dice, 2) + RollDigits(dice, dice.Chance(0.5) ? 10 : 12);
  waybill.recipient = waybill.chinese ? RollChineseParty(dice) : RollLatinParty(dice);
  waybill.sender = waybill.chinese ? RollChineseParty(dice) : RollLatinParty(dice);
  waybill.weight = fmt::format("{}.{:02} kg", dice.Int(0, 29), dice.Int(1, 99));
  waybill.date = RollDate(dice, waybill.chinese);
  const int pieces = dice.Int(1, 6);
  waybill.pieces = fmt::format("{}/{}", dice.Int(1, pieces), pieces);
  waybill.route = fmt::format("{}{}-{}", RollLetters(dice, 2), dice.Int(2, 9), RollDigits(dice, 3));
  waybill.reference = fmt::format("{}-{}", RollDigits(dice, 4), RollDigits(dice, 4));
  return waybill;
}

}  // namespace crossdock::hub

#include "hub/drawing/wording.h"

#include <algorithm>

namespace crossdock::hub {
namespace {

constexpr double kLeastLetterPx = 14;
constexpr double kMostLetterPx = 40;

double Letter(double px) { return std::clamp(px, kLeastLetterPx, kMostLetterPx); }

struct Sizes {
  double heading, name, body, small;
};

void WordChinese(const Waybill& waybill, const Sizes& sizes, const Face& face, Dice& dice, Wording& wording) {
  const Face bold{"WenQuanYi Zen Hei", true};
  wording.recipient.push_back({"收件人 " + waybill.recipient.name + " " + waybill.recipient.phone, bold, sizes.name});
  wording.recipient.push_back({waybill.recipient.street, face, sizes.body});
  wording.sender.push_back({"寄件人 " + waybill.sender.name + " " + waybill.sender.phone, face, sizes.body});
  if (dice.Chance(0.6)) wording.sender.push_back({waybill.sender.street, face, sizes.small});
  wording.footer.push_back({"重量 " + waybill.weight + " 件数 " + waybill.pieces, face, sizes.small});
  if (dice.Chance(0.5)) {
    wording.footer.push_back({"日期 " + waybill.date, face, sizes.small});
  } else {
    wording.footer.push_back({"品名 " + waybill.goods + " 订单 " + waybill.reference, face, sizes.small});
  }
}

void WordLatin(const Waybill& waybill, const Sizes& sizes, const Face& face, Dice& dice, Wording& wording) {
  const bool prefixed = dice.Chance(0.5);
  const Face bold{face.family, true};
  if (!prefixed) wording.recipient.push_back({"DELIVER TO", face, sizes.small});
  wording.recipient.push_back({(prefixed ? "TO: " : "") + waybill.recipient.name, bold, sizes.name});
  wording.recipient.push_back({waybill.recipient.street, face, sizes.body});
  wording.recipient.push_back({waybill.recipient.city, face, sizes.body});
  wording.sender.push_back({"FROM: " + waybill.sender.name, face, sizes.body});
  if (dice.Chance(0.5))
    wording.sender.push_back({waybill.sender.street + ", " + waybill.sender.city, face, sizes.small});
  if (dice.Chance(0.3)) wording.sender.push_back({"Phone " + waybill.sender.phone, face, sizes.small});
  wording.footer.push_back({"Weight: " + waybill.weight + " Pieces: " + waybill.pieces, face, sizes.small});
  if (dice.Chance(0.5)) {
    wording.footer.push_back({"Date: " + waybill.date, face, sizes.small});
  } else {
    wording.footer.push_back({waybill.goods + " Ref. " + waybill.reference, face, sizes.small});
  }
}

}  // namespace

Wording WordWaybill(const Waybill& waybill, double body_px, Dice& dice) {
  const Sizes sizes{Letter(body_px * dice.Uniform(1.35, 1.7)), Letter(body_px * dice.Uniform(1.0, 1.25)),
                    Letter(body_px), Letter(body_px * dice.Uniform(0.7, 0.85))};
  const Face face = waybill.chinese ? dice.Pick(ChineseFaces()) : dice.Pick(LatinFaces());
  const Face heading = waybill.chinese ? Face{"WenQuanYi Zen Hei", true} : Face{dice.Pick(LatinFaces()).family, true};
  Wording wording;
  wording.number_face = dice.Pick(LatinFaces());
  wording.small_px = sizes.small;
  wording.carrier = {waybill.carrier, heading, sizes.heading};
  wording.service = {waybill.service, heading, sizes.name, dice.Chance(0.4)};
  wording.route = {waybill.route, {dice.Pick(LatinFaces()).family, true}, sizes.heading, dice.Chance(0.25)};
  if (waybill.chinese) {
    WordChinese(waybill, sizes, face, dice, wording);
  } else {
    WordLatin(waybill, sizes, face, dice, wording);
  }
  return wording;
}

Block PrintBlock(Typesetter& typesetter, const Print& print) {
  return print.knockout ? KnockoutBlock(typesetter, print.text, print.face, print.letter_px)
                        : TextBlock(typesetter, print.text, print.face, print.letter_px);
}

std::vector<Block> PrintBlocks(Typesetter& typesetter, const std::vector<Print>& prints) {
  std::vector<Block> blocks;
  for (const Print& print : prints) blocks.push_back(PrintBlock(typesetter, print));
  return blocks;
}

}  // namespace crossdock::hub

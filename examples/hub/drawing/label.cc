#include "hub/drawing/label.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "hub/drawing/waybill_symbols.h"
#include "hub/drawing/wording.h"

namespace crossdock::hub {
namespace {

struct Parts {
  Typesetter& typesetter;
  const Waybill& waybill;
  Wording wording;
  std::vector<Symbol> symbols;
  double linear_module = 3;
  double matrix_module = 5;
  double bar_px = 100;
  double gap = 12;
};

/// Bars keep their proportions only if a module is a whole number of printed dots.
double WholeInk(double module_px) { return std::round(module_px * kInkPerPixel) / kInkPerPixel; }

/// What is printed under a code: letters and digits, in groups but for retail numbers.
std::string NumberUnder(const Symbol& symbol) {
  if (symbol.format.starts_with("EAN")) return symbol.text;
  std::string bare;
  for (const char c : symbol.text) {
    if (std::isalnum(static_cast<unsigned char>(c))) bare += c;
  }
  return InGroupsOfFour(bare);
}

/// A code, a linear one with its number printed below.
Block CodeBlock(const Parts& parts, const Symbol& symbol, double bar_px) {
  const bool framed = symbol.format == "ITF";
  // Stacked, framed and hexagon codes keep their own proportions.
  const bool wide = symbol.linear || framed || symbol.format.starts_with("DataBar");
  double module = wide ? parts.linear_module : parts.matrix_module;
  if (symbol.format == "PDF417") module = std::max(2.5, WholeInk(parts.linear_module * 0.9));
  if (symbol.format == "MaxiCode") module = 6.5;
  Block code = SymbolBlock(symbol, module, bar_px);
  if (!wide) return code;
  const Block number =
      TextBlock(parts.typesetter, NumberUnder(symbol), parts.wording.number_face, parts.wording.small_px);
  return Stack({code, number}, 8, Align::kCentre);
}

Block Lines(const Parts& parts, const std::vector<Print>& prints) {
  return Stack(PrintBlocks(parts.typesetter, prints), parts.gap);
}

/// Carrier above, code across, addresses below with the matrix code beside one of them.
Block Upright(const Parts& parts, bool matrix_by_sender) {
  const Wording& wording = parts.wording;
  const Block header =
      Beside({PrintBlock(parts.typesetter, wording.carrier), PrintBlock(parts.typesetter, wording.service)},
             wording.carrier.letter_px * 2, Align::kCentre);
  Block recipient = Lines(parts, wording.recipient);
  std::vector<Print> rest = wording.sender;
  rest.insert(rest.end(), wording.footer.begin(), wording.footer.end());
  Block sender = Lines(parts, rest);
  if (parts.symbols.size() > 1) {
    const Block matrix = CodeBlock(parts, parts.symbols[1], parts.bar_px * 0.7);
    (matrix_by_sender ? sender : recipient) =
        Beside({matrix_by_sender ? sender : recipient, matrix}, parts.gap * 2.5, Align::kCentre);
  }
  if (parts.symbols.size() > 2)
    sender = Stack({sender, CodeBlock(parts, parts.symbols[2], parts.bar_px * 0.6)}, parts.gap * 1.5);
  const Block code = CodeBlock(parts, parts.symbols[0], parts.bar_px);
  const double width = std::max({header.width, code.width, recipient.width, sender.width});
  return Stack({header, Rule(width), code, Rule(width), recipient, Rule(width), sender}, parts.gap * 1.2);
}

/// Text on one side, codes on the other.
Block Lying(const Parts& parts, bool codes_first) {
  const Wording& wording = parts.wording;
  std::vector<Block> codes;
  for (std::size_t i = 0; i < parts.symbols.size(); ++i)
    codes.push_back(CodeBlock(parts, parts.symbols[i], parts.bar_px * (i == 0 ? 1 : 0.6)));
  codes.insert(codes.begin(), PrintBlock(parts.typesetter, wording.route));
  const Block code_column = Stack(codes, parts.gap * 1.6, Align::kCentre);
  const Block text_column = Stack({PrintBlock(parts.typesetter, wording.carrier), Lines(parts, wording.recipient),
                                   Lines(parts, wording.sender), Lines(parts, wording.footer)},
                                  parts.gap * 2);
  if (codes_first) return Beside({code_column, text_column}, parts.gap * 3.5);
  return Beside({text_column, code_column}, parts.gap * 3.5);
}

/// A low strip: code, recipient, matrix code.
Block Strip(const Parts& parts) {
  const Wording& wording = parts.wording;
  std::vector<Print> lines = wording.recipient;
  lines.push_back(wording.sender.front());
  lines.push_back(wording.footer.front());
  std::vector<Block> columns{CodeBlock(parts, parts.symbols[0], parts.bar_px), Lines(parts, lines)};
  if (parts.symbols.size() > 1) columns.push_back(CodeBlock(parts, parts.symbols[1], parts.bar_px * 0.8));
  return Beside(columns, parts.gap * 3, Align::kCentre);
}

/// What fits on a parcel of a hand's size.
Block Tiny(const Parts& parts) {
  const Wording& wording = parts.wording;
  const auto lines = Lines(parts, {wording.recipient.back(), wording.footer.front()});
  const Block number =
      TextBlock(parts.typesetter, InGroupsOfFour(parts.waybill.tracking), wording.number_face, wording.small_px);
  const Block top = Beside({CodeBlock(parts, parts.symbols[0], 50), PrintBlock(parts.typesetter, wording.route)},
                           parts.gap * 2, Align::kCentre);
  return Stack({top, number, lines}, parts.gap);
}

Block Arrange(const Parts& parts, Shape shape, int variant) {
  switch (shape) {
    case Shape::kLong:
    case Shape::kFlat: return Strip(parts);
    case Shape::kSmall: return Tiny(parts);
    default: break;
  }
  if (variant < 3) return Upright(parts, variant == 0);
  return Lying(parts, variant == 3);
}

double RollBodyPx(Shape shape, Dice& dice) {
  switch (shape) {
    case Shape::kSmall: return dice.Uniform(14, 18);
    case Shape::kFlat: return dice.Uniform(14, 19);
    case Shape::kLong: return dice.Uniform(17, 24);
    default: return dice.Uniform(19, 29);
  }
}

Label Coloured(Block block, Dice& dice) {
  Label label{std::move(block)};
  if (dice.Chance(0.12)) label.paper = {0.98, 0.88, 0.45};
  if (dice.Chance(0.15)) label.paper = {0.95, 0.94, 0.90};
  static constexpr Colour kFields[] = {{0.06, 0.06, 0.07}, {0.06, 0.06, 0.07}, {0.70, 0.10, 0.10}, {0.08, 0.22, 0.50}};
  label.field = dice.Pick(kFields);
  return label;
}

}  // namespace

Result<Label> LayOutLabel(Typesetter& typesetter, const Waybill& waybill, Shape shape, double most_width,
                          double most_height, Dice& dice) {
  std::vector<Symbol> symbols;
  if (shape == Shape::kSmall) {
    auto symbol = RollSmallSymbol(waybill, dice);
    if (!symbol) return symbol.error();
    symbols.push_back(std::move(*symbol));
  } else {
    auto rolled = RollSymbols(waybill, shape == Shape::kRegular ? 3 : 2, dice);
    if (!rolled) return rolled.error();
    symbols = std::move(*rolled);
  }
  const double body_px = RollBodyPx(shape, dice);
  const double linear_module = dice.Uniform(2.4, 3.4);
  const double matrix_module = shape == Shape::kSmall ? dice.Uniform(3.5, 5) : dice.Uniform(4, 6.5);
  const double bar_px = shape == Shape::kFlat ? 60 : shape == Shape::kLong ? 90 : dice.Uniform(80, 130);
  const double padding = dice.Uniform(14, 26);
  const int variant = dice.Int(0, 4);
  const uint64_t wording_seed = dice.Next();
  Block block;
  for (;; symbols.pop_back()) {
    for (double shrink = 1.0; shrink > 0.45; shrink *= 0.9) {
      Dice wording_dice(wording_seed);
      Parts parts{typesetter, waybill, WordWaybill(waybill, std::max(14.0, body_px * shrink), wording_dice), symbols};
      parts.linear_module = std::max(2.0, WholeInk(linear_module * shrink));
      parts.matrix_module = std::max(3.0, WholeInk(matrix_module * shrink));
      parts.bar_px = std::max(44.0, bar_px * shrink);
      parts.gap = std::max(9.0, parts.wording.recipient.back().letter_px * 0.6);
      block = Padded(Arrange(parts, shape, variant), padding * std::max(shrink, 0.6));
      if (block.width <= most_width && block.height <= most_height) return Coloured(std::move(block), dice);
    }
    // Too much for this parcel even at its smallest: a code less. The last one stays, the label may then hang over.
    if (symbols.size() == 1) return Coloured(std::move(block), dice);
  }
}

}  // namespace crossdock::hub

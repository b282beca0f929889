#include "hub/drawing/block.h"

#include <algorithm>

namespace crossdock::hub {
namespace {

Rect Moved(const Rect& rect, double dx, double dy) { return {rect.x + dx, rect.y + dy, rect.width, rect.height}; }

void Append(Block& whole, const Block& part, double dx, double dy) {
  for (const Field& field : part.fields) whole.fields.push_back({Moved(field.rect, dx, dy)});
  for (const PlacedText& text : part.texts) {
    whole.texts.push_back(text);
    whole.texts.back().ink = Moved(text.ink, dx, dy);
  }
  for (const PlacedSymbol& symbol : part.symbols) {
    whole.symbols.push_back(symbol);
    whole.symbols.back().rect = Moved(symbol.rect, dx, dy);
  }
  whole.width = std::max(whole.width, dx + part.width);
  whole.height = std::max(whole.height, dy + part.height);
}

}  // namespace

Block TextBlock(Typesetter& typesetter, const std::string& text, const Face& face, double letter_px) {
  const Rect ink = typesetter.Measure(text, face, letter_px);
  Block block;
  block.width = ink.width;
  block.height = ink.height;
  block.texts.push_back({text, face, letter_px, {0, 0, ink.width, ink.height}, false});
  return block;
}

Block KnockoutBlock(Typesetter& typesetter, const std::string& text, const Face& face, double letter_px) {
  Block block = Padded(TextBlock(typesetter, text, face, letter_px), letter_px * 0.45);
  block.texts[0].white = true;
  block.fields.push_back({{0, 0, block.width, block.height}});
  return block;
}

Block SymbolBlock(const Symbol& symbol, double module_px, double bar_px) {
  const double pixel = module_px / symbol.pixels_per_module;
  const double width = symbol.width * pixel;
  const double height = symbol.linear ? bar_px : symbol.height * pixel;
  const double quiet = symbol.quiet_modules * module_px;
  const double quiet_above = symbol.linear ? 0 : quiet;
  Block block;
  block.width = width + 2 * quiet;
  block.height = height + 2 * quiet_above;
  block.symbols.push_back({symbol, {quiet, quiet_above, width, height}});
  return block;
}

Block Stack(const std::vector<Block>& blocks, double gap, Align align) {
  double width = 0;
  for (const Block& block : blocks) width = std::max(width, block.width);
  Block whole;
  double y = 0;
  for (const Block& block : blocks) {
    Append(whole, block, align == Align::kCentre ? (width - block.width) / 2 : 0, y);
    y += block.height + gap;
  }
  return whole;
}

Block Beside(const std::vector<Block>& blocks, double gap, Align align) {
  double height = 0;
  for (const Block& block : blocks) height = std::max(height, block.height);
  Block whole;
  double x = 0;
  for (const Block& block : blocks) {
    Append(whole, block, x, align == Align::kCentre ? (height - block.height) / 2 : 0);
    x += block.width + gap;
  }
  return whole;
}

Block Padded(const Block& block, double padding) {
  Block whole;
  Append(whole, block, padding, padding);
  whole.width += padding;
  whole.height += padding;
  return whole;
}

Block Rule(double width) {
  Block block;
  block.width = width;
  block.height = 2;
  block.fields.push_back({{0, 0, width, 2}});
  return block;
}

}  // namespace crossdock::hub

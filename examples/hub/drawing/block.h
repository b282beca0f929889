#pragma once

#include <string>
#include <vector>

#include "hub/drawing/geometry.h"
#include "hub/drawing/symbol.h"
#include "hub/drawing/typesetter.h"

namespace crossdock::hub {

struct PlacedText {
  std::string text;
  Face face;
  double letter_px = 0;
  Rect ink;
  bool white = false;  // printed in white on a dark field
};

struct PlacedSymbol {
  Symbol symbol;
  Rect rect;  // without quiet zone
};

/// A filled rectangle: a ruled line, or the dark field behind white letters.
struct Field {
  Rect rect;
};

/// A piece of a label, or a whole one: what is printed where, in label pixels from its own top left.
struct Block {
  double width = 0;
  double height = 0;
  std::vector<Field> fields;
  std::vector<PlacedText> texts;
  std::vector<PlacedSymbol> symbols;
};

Block TextBlock(Typesetter& typesetter, const std::string& text, const Face& face, double letter_px);
/// White letters on a dark field.
Block KnockoutBlock(Typesetter& typesetter, const std::string& text, const Face& face, double letter_px);
/// With its quiet zone; `bar_px` is the height of a linear code's bars.
Block SymbolBlock(const Symbol& symbol, double module_px, double bar_px);

enum class Align { kStart, kCentre };
/// One under the other.
Block Stack(const std::vector<Block>& blocks, double gap, Align align = Align::kStart);
/// One beside the other, tops (or middles) in line.
Block Beside(const std::vector<Block>& blocks, double gap, Align align = Align::kStart);
/// The same with white around.
Block Padded(const Block& block, double padding);
/// A line across, as wide as the block above and below it.
Block Rule(double width);

}  // namespace crossdock::hub

#include "pipeline/parcel/text_page.h"

#include <utility>

namespace crossdock::pipeline {

void TextPage::SetLines(std::vector<vision::Quad> quads) {
  auto state = state_.Lock();
  for (const vision::Quad& quad : quads) state->lines.push_back({quad, std::vector<vision::Reading>(1), 1});
  state->missing = quads.size();
  state.Unlock();
  if (quads.empty()) run->TextDone(picture_, {});
}

void TextPage::SetPieces(size_t line, size_t pieces) {
  auto state = state_.Lock();
  state->lines[line].pieces.resize(pieces);
  state->lines[line].missing = pieces;
}

void TextPage::PieceRead(size_t line, size_t piece, vision::Reading reading) {
  auto state = state_.Lock();
  Line& here = state->lines[line];
  here.pieces[piece] = std::move(reading);
  if (--here.missing > 0 || --state->missing > 0 || failed_) return;
  auto results = Results(*state);
  state.Unlock();
  run->TextDone(picture_, std::move(results));
}

void TextPage::Fail(Error error) {
  if (!failed_.exchange(true)) run->TextFailed(picture_, std::move(error));
}

std::vector<LineResult> TextPage::Results(State& state) const {
  std::vector<LineResult> results;
  for (const Line& line : state.lines) {
    vision::Reading reading = vision::Joined(line.pieces);
    if (reading.text.empty() || reading.confidence < min_confidence_) continue;
    LineResult result;
    result.text = std::move(reading.text);
    result.confidence = reading.confidence;
    for (size_t i = 0; i < 4; ++i) result.corners[i] = {line.quad.corners[i].x, line.quad.corners[i].y};
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace crossdock::pipeline

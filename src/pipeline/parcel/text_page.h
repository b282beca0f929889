#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "base/guarded.h"
#include "pipeline/parcel/parcel_run.h"
#include "vision/ctc.h"
#include "vision/image.h"

namespace crossdock::pipeline {

/// The lines of one picture until all of them are read. Each line may be read in several pieces. Any thread.
class TextPage {
 public:
  TextPage(ParcelRunPtr parcel, int picture, vision::Image pixels, double min_confidence)
      : run(std::move(parcel)), image(std::move(pixels)), picture_(picture), min_confidence_(min_confidence) {}

  /// Before any line is read; no lines finish the page.
  void SetLines(std::vector<vision::Quad> quads);
  void SetPieces(size_t line, size_t pieces);
  void PieceRead(size_t line, size_t piece, vision::Reading reading);
  /// The page as a whole cannot be read; the first failure is told, later calls change nothing.
  void Fail(Error error);
  /// Whether somebody failed it: further work would be for nothing.
  bool failed() const { return failed_; }

  const ParcelRunPtr run;
  const vision::Image image;

 private:
  struct Line {
    vision::Quad quad;
    std::vector<vision::Reading> pieces;
    size_t missing = 1;
  };
  struct State {
    std::vector<Line> lines;
    size_t missing = 0;
  };
  std::vector<LineResult> Results(State& state) const;

  const int picture_;
  const double min_confidence_;
  std::atomic<bool> failed_ = false;
  Guarded<State> state_;
};

}  // namespace crossdock::pipeline

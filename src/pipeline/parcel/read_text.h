#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/guarded.h"
#include "pipeline/parcel/model_call.h"
#include "pipeline/parcel/parcel_config.h"
#include "pipeline/parcel/parcel_run.h"
#include "pipeline/parcel/stage_timer.h"
#include "pipeline/parcel/text_page.h"
#include "pipeline/worker_pool.h"
#include "vision/ctc.h"
#include "vision/letterbox.h"
#include "vision/text_boxes.h"

namespace crossdock::pipeline {

/// Reads the text of a decoded picture: find lines, cut each out, turn it upright, read it, and where a letter is doubtful read
/// it once more. Every line goes its own way from the crop on, so that the dispatcher can join lines of equal width from all pictures into one call.
class TextReading {
 public:
  TextReading(const ParcelConfig& config, Tier tier, ModelCalls calls, WorkerPool& pool, Clock& clock)
      : config_(config), tier_(tier), calls_(calls), pool_(pool), clock_(clock) {}

  /// Ends in run->TextDone or TextFailed, later. Any thread; computes nothing itself.
  void Read(const ParcelRunPtr& run, int picture, const vision::Image& image);

  TimePoint Deadline(const Context& context) const;
  /// The configured tier, or the request's if that is less urgent.
  Tier TierOf(const Context& context) const { return std::max(tier_, context.tier); }

 private:
  using PagePtr = std::shared_ptr<TextPage>;
  struct Line {
    size_t number = 0;
    vision::Quad quad;
    vision::Image pixels;
    bool turned = false;
  };
  struct Piece {
    Line line;
    size_t number = 0;
    int left = 0;  // where it begins in the line's pixels
    vision::Image pixels;
    std::optional<vision::Reading> first_look;
  };
  struct Recognizer {
    model::Pin net;
    vision::Dictionary letters;
    std::vector<int> widths;
  };

  void Detect(const PagePtr& page, StageTimer& timer);
  void CutLines(const PagePtr& page, const vision::Letterbox& box, const tensor::Tensor& map);
  void Orient(const PagePtr& page, Line line);
  void Recognize(const PagePtr& page, const Line& line);
  void ReadPiece(const PagePtr& page, const Recognizer& recognizer, Piece piece);
  /// Cuts a piece out anew, taller and sharper, and reads it once more.
  void LookAgain(const PagePtr& page, const Recognizer& recognizer, Piece piece);

  /// Runs `step` on the text pool and reports it as a stage; a full pool fails the page. A step stops its timer before it hands on
  /// what may complete the answer.
  void Post(const PagePtr& page, const char* stage, UniqueFunction<void(StageTimer&)> step);
  Result<vision::Dictionary> DictionaryOf(const model::Pin& recognizer);

  const ParcelConfig& config_;
  const Tier tier_;
  const ModelCalls calls_;
  WorkerPool& pool_;
  Clock& clock_;
  Guarded<std::pair<std::weak_ptr<const model::Version>, std::optional<vision::Dictionary>>> dictionary_;
};

}  // namespace crossdock::pipeline

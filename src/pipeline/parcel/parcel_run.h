#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/guarded.h"
#include "pipeline/parcel/picture_line.h"
#include "pipeline/parcel/stage_observer.h"
#include "pipeline/ports.h"
#include "pipeline/request.h"

namespace crossdock::pipeline {

/// One parcel on its way: what is known so far, and who is told when. Codes are told as soon as they are complete, text later; the
/// whole is answered when nothing is missing. Dropped by everybody it answers kUnavailable. Any thread.
class ParcelRun {
 public:
  ParcelRun(ParcelRequest request, Ticket ticket, Clock& clock, StageObserver observe, bool with_text);

  /// Before any picture is worked on: text is not read, for want of room.
  void RefuseText(Error error) { text_refused_ = std::move(error); }
  const std::optional<Error>& text_refused() const { return text_refused_; }
  /// Before any picture is worked on: its places in the line of the text, kept until all of it is read.
  void HoldTextPlaces(std::vector<std::shared_ptr<PictureLine::Place>> places) {
    state_.Lock()->text_places = std::move(places);
  }

  const Context& context() const { return request_.context; }
  const Picture& picture(int index) const { return request_.pictures[static_cast<size_t>(index)]; }
  int pictures() const { return static_cast<int>(request_.pictures.size()); }
  bool with_text() const { return with_text_; }

  void SetSize(int picture, int width, int height);
  /// The picture cannot be read at all: neither codes nor text will come from it.
  void FailPicture(int picture, Error error);
  void CodesDone(int picture, std::vector<CodeResult> codes);
  /// Codes could not be read in time or for want of room; the picture itself may be fine.
  void CodesFailed(int picture, Error error);
  void TextDone(int picture, std::vector<LineResult> lines);
  void TextFailed(int picture, Error error);

  /// Adds a step's times to the result and to the metrics.
  void Took(std::string stage, Nanos wait, Nanos run);
  /// Thread time that the text cost.
  void TextCost(Nanos time) { state_.Lock()->text_cost += time; }

 private:
  struct State {
    ParcelResult result;
    int codes_missing = 0;
    int text_missing = 0;
    bool answered = false;
    std::vector<std::shared_ptr<PictureLine::Place>> text_places;
    Nanos text_cost{0};
  };
  using Held = Guarded<State>::Held;

  /// Tells what became complete. Gives the lock up before anybody is called.
  void Settle(Held state, bool codes_changed);
  Result<ParcelResult> Outcome(State& state) const;

  ParcelRequest request_;
  Ticket ticket_;
  Clock& clock_;
  const StageObserver observe_;
  const bool with_text_;
  std::optional<Error> text_refused_;
  Guarded<State> state_;
};

using ParcelRunPtr = std::shared_ptr<ParcelRun>;

}  // namespace crossdock::pipeline

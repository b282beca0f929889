#include "pipeline/parcel/picture_line.h"

namespace crossdock::pipeline {

PictureLine::Place::~Place() {
  if (!left_) line_->Lock()->Leave(tier_, due_, begun_);
}

void PictureLine::Place::Begin() {
  begun_ = true;
  line_->Lock()->Begin(tier_, due_);
}

void PictureLine::Place::Done(Nanos cost) {
  left_ = true;
  auto line = line_->Lock();
  line->Leave(tier_, due_, begun_);
  line->Learn(cost);
}

Status PictureLine::Ask(TimePoint now, Tier tier, TimePoint due, int pictures) const {
  const auto forecast = line_->Lock()->Expect(now, tier, due, pictures);
  return forecast ? schedule::Judge(now, *forecast, due) : Status();
}

std::shared_ptr<PictureLine::Place> PictureLine::Take(Tier tier, TimePoint due) {
  line_->Lock()->Add(tier, due, 1);
  return std::make_shared<Place>(line_, tier, due);
}

}  // namespace crossdock::pipeline

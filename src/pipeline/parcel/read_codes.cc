#include "pipeline/parcel/read_codes.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "vision/codes/reader.h"
#include "vision/codes/rescue.h"

namespace crossdock::pipeline {
namespace {

CodeResult ToResult(const vision::Code& code) {
  CodeResult result;
  result.text = code.text;
  result.format = code.format;
  result.confidence = code.confidence;
  for (size_t i = 0; i < 4; ++i) result.corners[i] = {code.corners.corners[i].x, code.corners.corners[i].y};
  result.path = code.path;
  return result;
}

}  // namespace

void CodeReading::Read(const ParcelRunPtr& run, int picture, const vision::Image& image) const {
  const TimePoint started = clock_.Now();
  const TimePoint deadline = run->context().received + std::chrono::milliseconds(config_.codes_deadline_ms);
  vision::ReadOptions options;
  options.deadline = std::min(deadline, run->context().deadline);
  options.clock = &clock_;
  options.stop = run->context().cancel.get_token();
  const vision::Image grey = vision::ToGrey(image);
  auto codes = vision::ReadCodes(grey, options);
  run->Took("codes", Nanos{0}, clock_.Now() - started);
  if (!codes) {
    run->CodesFailed(picture, std::move(codes).error());
    return;
  }
  const bool rescue = config_.rescue_deadline_ms > 0 && (codes->empty() || config_.rescue_always);
  if (!rescue) {
    std::vector<CodeResult> results;
    std::transform(codes->begin(), codes->end(), std::back_inserter(results), ToResult);
    run->CodesDone(picture, std::move(results));
    return;
  }
  auto job = [this, run, picture, grey, found = *std::move(codes), queued = clock_.Now()]() mutable {
    Rescue(run, picture, grey, std::move(found), queued);
  };
  if (!rescue_pool_.Submit(run->context().tier, options.deadline, std::move(job))) {
    run->CodesFailed(picture, Error{ErrorCode::kResourceExhausted, "no room to rescue the codes of this picture", "", Reason::kQueueFull});
  }
}

void CodeReading::Rescue(const ParcelRunPtr& run, int picture, const vision::Image& grey, std::vector<vision::Code> found,
                         TimePoint queued) const {
  const TimePoint started = clock_.Now();
  vision::RescueOptions options;
  options.budget = std::chrono::milliseconds(config_.rescue_deadline_ms);
  options.deadline = std::min(queued + options.budget, run->context().deadline);
  options.clock = &clock_;
  options.stop = run->context().cancel.get_token();
  auto rescued = vision::RescueCodes(grey, found, options);
  run->Took("rescue", started - queued, clock_.Now() - started);
  if (!rescued) {
    run->CodesFailed(picture, std::move(rescued).error());
    return;
  }
  std::vector<CodeResult> results;
  std::transform(found.begin(), found.end(), std::back_inserter(results), ToResult);
  std::transform(rescued->begin(), rescued->end(), std::back_inserter(results), ToResult);
  run->CodesDone(picture, std::move(results));
}

}  // namespace crossdock::pipeline

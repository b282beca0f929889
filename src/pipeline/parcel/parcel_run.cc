#include "pipeline/parcel/parcel_run.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace crossdock::pipeline {
namespace {

void TeachCost(const std::vector<std::shared_ptr<PictureLine::Place>>& places, Nanos each) {
  for (const auto& place : places) place->Done(each);
}

}  // namespace

ParcelRun::ParcelRun(ParcelRequest request, Ticket ticket, Clock& clock, StageObserver observe, bool with_text)
    : request_(std::move(request)),
      ticket_(std::move(ticket)),
      clock_(clock),
      observe_(std::move(observe)),
      with_text_(with_text) {
  auto state = state_.Lock();
  state->result.waybill = request_.waybill;
  state->result.pictures.resize(request_.pictures.size());
  state->codes_missing = pictures();
  state->text_missing = with_text ? pictures() : 0;
}

void ParcelRun::SetSize(int picture, int width, int height) {
  auto state = state_.Lock();
  auto& result = state->result.pictures[static_cast<size_t>(picture)];
  result.width = width;
  result.height = height;
}

void ParcelRun::FailPicture(int picture, Error error) {
  auto state = state_.Lock();
  state->result.pictures[static_cast<size_t>(picture)].error = std::move(error);
  --state->codes_missing;
  if (with_text_) --state->text_missing;
  Settle(std::move(state), true);
}

void ParcelRun::CodesDone(int picture, std::vector<CodeResult> codes) {
  auto state = state_.Lock();
  for (CodeResult& code : codes) {
    code.picture = picture;
    state->result.codes.push_back(std::move(code));
  }
  --state->codes_missing;
  Settle(std::move(state), true);
}

void ParcelRun::CodesFailed(int picture, Error error) {
  auto state = state_.Lock();
  state->result.pictures[static_cast<size_t>(picture)].error = std::move(error);
  --state->codes_missing;
  Settle(std::move(state), true);
}

void ParcelRun::TextDone(int picture, std::vector<LineResult> lines) {
  auto state = state_.Lock();
  for (LineResult& line : lines) {
    line.picture = picture;
    state->result.lines.push_back(std::move(line));
  }
  --state->text_missing;
  Settle(std::move(state), false);
}

void ParcelRun::TextFailed(int, Error error) {
  auto state = state_.Lock();
  if (!state->result.text_error) state->result.text_error = std::move(error);
  --state->text_missing;
  Settle(std::move(state), false);
}

void ParcelRun::Took(std::string stage, Nanos wait, Nanos run) {
  if (observe_) observe_(stage, wait, run, request_.context.id);
  state_.Lock()->result.times.push_back({std::move(stage), wait, run});
}

void ParcelRun::Settle(Held state, bool codes_changed) {
  const Nanos since = clock_.Now() - request_.context.received;
  ParcelResult early;
  const bool tell_codes = codes_changed && state->codes_missing == 0;
  if (tell_codes) {
    state->result.codes_done = true;
    state->result.codes_after = since;
    if (request_.on_codes && state->text_missing > 0) early = state->result;
  }
  std::vector<std::shared_ptr<PictureLine::Place>> through;
  if (state->text_missing == 0) through = std::exchange(state->text_places, {});
  const bool whole_text = !state->result.text_error;
  const Nanos cost = through.empty() ? Nanos{0} : state->text_cost / static_cast<int64_t>(through.size());
  const bool finished = state->codes_missing == 0 && state->text_missing == 0 && !std::exchange(state->answered, true);
  if (finished) {
    state->result.lines_done = with_text_;
    state->result.total = since;
    auto outcome = Outcome(*state);
    state.Unlock();
    if (whole_text && cost > Nanos{0}) TeachCost(through, cost);
    through.clear();
    ticket_ = {};
    if (outcome && observe_) observe_("total", Nanos{0}, since, request_.context.id);
    request_.done.Finish(std::move(outcome));
    return;
  }
  state.Unlock();
  if (whole_text && cost > Nanos{0}) TeachCost(through, cost);
  if (tell_codes && request_.on_codes && early.codes_done) request_.on_codes(early);
}

Result<ParcelResult> ParcelRun::Outcome(State& state) const {
  ParcelResult& result = state.result;
  const bool none_readable = std::all_of(result.pictures.begin(), result.pictures.end(),
                                         [](const PictureResult& p) { return p.error.has_value(); });
  if (none_readable && result.codes.empty() && result.lines.empty()) return *result.pictures.front().error;
  std::stable_sort(result.codes.begin(), result.codes.end(),
                   [](const CodeResult& a, const CodeResult& b) { return a.picture < b.picture; });
  std::stable_sort(result.lines.begin(), result.lines.end(),
                   [](const LineResult& a, const LineResult& b) { return a.picture < b.picture; });
  return std::move(result);
}

}  // namespace crossdock::pipeline

#include "pipeline/parcel/fused_parcels.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace crossdock::pipeline {
namespace {

using fusion::ParcelId;
using fusion::Share;
using fusion::View;

ParcelId IdOf(const ParcelRequest& request) {
  return {request.context.tenant, request.sighting.parcel.empty() ? request.waybill : request.sighting.parcel};
}

/// The server had no room, or the client went away: nothing was looked at.
bool IsUnseen(const Error& error) {
  return error.code == ErrorCode::kUnavailable || error.code == ErrorCode::kCancelled ||
         (error.code == ErrorCode::kResourceExhausted && error.reason != Reason::kTooLarge);
}

double Inside(const CodeResult& code, const PictureResult& picture) {
  if (picture.width <= 0 || picture.height <= 0) return 0.5;
  double x = 0;
  double y = 0;
  for (const Point& corner : code.corners) {
    x += corner.x / (4.0 * picture.width);
    y += corner.y / (4.0 * picture.height);
  }
  return std::max(0.0, std::min({x, 1 - x, y, 1 - y}));
}

/// A request on its way through the pipeline and the vote.
class Fused : public std::enable_shared_from_this<Fused> {
 public:
  Fused(ParcelRequest& request, fusion::ParcelTable& table)
      : id_(IdOf(request)),
        table_(table),
        on_codes_(std::move(request.on_codes)),
        on_waiting_(std::move(request.on_waiting)),
        pictures_(request.pictures.size()) {
    facts_.context.id = request.context.id;
    facts_.sighting = request.sighting;
    state_.Lock()->done = std::move(request.done);
  }

  /// The partial result is told before the vote may tell it again with the verdict.
  void CodesKnown(const ParcelResult& partial) {
    state_.Lock()->partial = partial;
    if (on_codes_) on_codes_(partial);
    Report(partial);
  }

  void Ended(Result<ParcelResult> outcome) {
    if (!state_.Lock()->reported) Report(outcome ? *outcome : Failed(outcome.error()));
    auto state = state_.Lock();
    if (outcome && !state->share) {
      state->result = *outcome;
      state.Unlock();
      // All but the verdict can be had already.
      if (on_codes_) on_codes_(*outcome);
      if (on_waiting_) on_waiting_();
      return;
    }
    if (outcome) outcome->parcel = state->share;
    auto done = std::move(state->done);
    state.Unlock();
    done.Finish(std::move(outcome));
  }

 private:
  struct State {
    bool reported = false;
    std::optional<Share> share;
    std::optional<ParcelResult> partial;  // codes are known, the text is not
    std::optional<ParcelResult> result;   // all is known but the verdict
    Completion<ParcelResult> done;
  };

  void Report(const ParcelResult& result) {
    auto views = ViewsOf(facts_, result);
    if (views.empty()) return;  // nothing was looked at, and the request has failed
    state_.Lock()->reported = true;
    table_.Report(id_, std::move(views), [self = shared_from_this()](const Share& share) { self->Told(share); });
  }

  /// A whole job that failed, as its pictures.
  ParcelResult Failed(const Error& error) const {
    ParcelResult result;
    result.pictures.resize(pictures_);
    for (PictureResult& picture : result.pictures) picture.error = error;
    return result;
  }

  void Told(const Share& share) {
    auto state = state_.Lock();
    state->share = share;
    if (state->result) {
      state->result->parcel = share;
      ParcelResult result = *std::move(state->result);
      auto done = std::move(state->done);
      state.Unlock();
      return done.Finish(std::move(result));
    }
    if (!state->partial || !on_codes_) return;
    ParcelResult partial = *std::exchange(state->partial, std::nullopt);
    state.Unlock();
    partial.parcel = share;
    on_codes_(partial);
  }

  const ParcelId id_;
  fusion::ParcelTable& table_;
  const std::function<void(const ParcelResult&)> on_codes_;
  const std::function<void()> on_waiting_;
  ParcelRequest facts_;  // of the request: what names its pictures
  const size_t pictures_;
  Guarded<State> state_;
};

}  // namespace

std::vector<View> ViewsOf(const ParcelRequest& request, const ParcelResult& result) {
  std::vector<View> views;
  for (size_t i = 0; i < result.pictures.size(); ++i) {
    const PictureResult& picture = result.pictures[i];
    if (picture.error && IsUnseen(*picture.error)) continue;
    View view{request.context.id, static_cast<int>(i)};
    if (i < request.sighting.names.size()) view.camera = request.sighting.names[i];
    view.error = picture.error;
    for (const CodeResult& code : result.codes) {
      if (code.picture == static_cast<int>(i))
        view.reads.push_back({code.text, code.format, code.confidence, Inside(code, picture)});
    }
    views.push_back(std::move(view));
  }
  return views;
}

Status FusedParcels::Announce(const ParcelRequest& request) {
  const ParcelId id = IdOf(request);
  if (table_ != nullptr)
    return id.name.empty() ? Status{} : table_->Expect(id, request.sighting, request.pictures.size());
  if (request.sighting.parcel.empty()) return {};
  return InvalidArgument("parcel", "parcels under many cameras are not configured: pipelines.parcel.cameras");
}

void FusedParcels::Submit(ParcelRequest request) noexcept {
  if (table_ == nullptr || IdOf(request).name.empty()) return pipeline_.Submit(std::move(request));
  const auto fused = std::make_shared<Fused>(request, *table_);
  request.on_codes = [fused](const ParcelResult& partial) { fused->CodesKnown(partial); };
  request.on_waiting = nullptr;
  request.done = Completion<ParcelResult>([fused](Result<ParcelResult> outcome) { fused->Ended(std::move(outcome)); });
  pipeline_.Submit(std::move(request));
}

}  // namespace crossdock::pipeline

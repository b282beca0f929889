#include "fusion/parcel.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace crossdock::fusion {
namespace {

void KeepSurest(std::vector<Read>& reads) {
  std::stable_sort(reads.begin(), reads.end(),
                   [](const Read& a, const Read& b) { return a.confidence > b.confidence; });
  if (reads.size() > kMostReads) reads.resize(kMostReads);
}

View WithoutReads(const View& view) { return {view.job, view.picture, view.camera, view.after, view.error, {}}; }

}  // namespace

void Parcel::Expect(int cameras, TimePoint deadline) {
  if (verdict_) return;
  expected_ = std::max(expected_, cameras);
  deadline_ = std::min(deadline_, deadline);
}

Parcel::Seen Parcel::Add(std::vector<View> views, TimePoint now) {
  PassTime(now);
  const bool late = verdict_ != nullptr;
  Seen last{{}, late, now >= deadline_};
  for (View& view : views) {
    if (const Seen* known = Find(view)) {
      last = *known;
      continue;
    }
    view.after = now - opened_;
    KeepSurest(view.reads);
    last = {WithoutReads(view), late, now >= deadline_};
    if (seen_.size() == kMostViews) continue;
    seen_.push_back(last);
    if (!late) counted_.push_back(std::move(view));
  }
  if (late) return last;
  const int missing = expected_ > 0 ? expected_ - CamerasIn() : -1;
  Vote vote = CountVotes(counted_, rules_, missing);
  if (expected_ > 0 && missing <= 0) {
    Decide(std::move(vote), Because::kAllSeen, now);
  } else if (vote.settled) {
    Decide(std::move(vote), Because::kSettled, now);
  }
  return last;
}

void Parcel::PassTime(TimePoint now) {
  if (!verdict_ && now >= deadline_) Decide(CountVotes(counted_, rules_, -1), Because::kDeadline, deadline_);
}

void Parcel::Decide(Vote vote, Because because, TimePoint when) {
  auto verdict = std::make_shared<Verdict>();
  verdict->state = vote.state;
  verdict->because = because;
  verdict->candidates = std::move(vote.candidates);
  verdict->expected = expected_;
  verdict->after = when - opened_;
  verdict->deadline = deadline_ - opened_;
  for (const View& view : counted_) verdict->views.push_back(WithoutReads(view));
  counted_ = {};
  verdict_ = std::move(verdict);
}

int Parcel::CamerasIn() const {
  std::set<std::string_view> named;
  int in = 0;
  for (const View& view : counted_) in += view.camera.empty() || named.insert(view.camera).second ? 1 : 0;
  return in;
}

const Parcel::Seen* Parcel::Find(const View& view) const {
  const auto at = std::find_if(seen_.begin(), seen_.end(), [&](const Seen& seen) {
    return seen.view.job == view.job && seen.view.picture == view.picture;
  });
  return at == seen_.end() ? nullptr : &*at;
}

}  // namespace crossdock::fusion

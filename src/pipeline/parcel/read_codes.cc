#include "pipeline/parcel/read_codes.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include "base/guarded.h"
#include "base/log.h"
#include "vision/codes/halves.h"

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

/// One picture's plain read, until both halves are in.
struct CodeReading::PlainRead {
  struct State {
    std::array<std::vector<vision::Code>, vision::kReadHalves> codes;
    std::optional<Error> error;
    Nanos took{0};  // of both together
    int missing = vision::kReadHalves;
  };
  ParcelRunPtr run;
  int picture = 0;
  vision::Image pixels;  // as decoded
  vision::Image grey;
  UniqueFunction<void(Nanos)> ended;
  TimePoint started;
  TimePoint deadline;
  Guarded<State> state;
  // Written when both halves are in, by the thread that brought the last one; read by those that it hands on to.
  std::vector<vision::Code> found;
  Nanos plain_took{0};
  TimePoint rescue_deadline;
};

void CodeReading::Read(const ParcelRunPtr& run, int picture, const vision::Image& image,
                       UniqueFunction<void(Nanos)> ended) const {
  const auto read = std::make_shared<PlainRead>();
  read->run = run;
  read->picture = picture;
  read->ended = std::move(ended);
  read->started = clock_.Now();
  read->deadline =
      std::min(run->context().received + std::chrono::milliseconds(config_.codes_deadline_ms), run->context().deadline);
  read->pixels = image;
  read->grey = vision::ToGrey(image);
  // Begun work goes before pictures that still wait to be decoded. A full queue only means that this thread does both halves.
  const bool shared = codes_pool_.Submit(run->context().tier, TimePoint::min(), [this, read] { ReadHalf(read, 1); });
  ReadHalf(read, 0);
  if (!shared) ReadHalf(read, 1);
}

void CodeReading::ReadHalf(const PlainReadPtr& read, int half) const {
  vision::ReadOptions options;
  options.deadline = read->deadline;
  options.clock = &clock_;
  options.stop = read->run->context().cancel.get_token();
  const TimePoint started = clock_.Now();
  auto codes = vision::ReadHalf(read->grey, half, options);
  auto state = read->state.Lock();
  state->took += clock_.Now() - started;
  if (codes) {
    state->codes.at(static_cast<size_t>(half)) = *std::move(codes);
  } else {
    state->error = std::move(codes).error();
  }
  if (--state->missing > 0) return;
  state.Unlock();
  PlainDone(read);
  if (auto ended = std::move(read->ended)) ended(read->plain_took);
}

void CodeReading::PlainDone(const PlainReadPtr& read) const {
  const TimePoint now = clock_.Now();
  read->run->Took("codes", Nanos{0}, now - read->started);
  auto state = read->state.Lock();
  std::optional<Error> error = std::move(state->error);
  auto [first, second] = std::move(state->codes);
  read->plain_took = state->took;
  state.Unlock();
  if (error) return read->run->CodesFailed(read->picture, *std::move(error));
  read->found = vision::JoinHalves(std::move(first), std::move(second));
  if (config_.rescue_deadline_ms == 0 || (!read->found.empty() && !config_.rescue_always)) {
    return Answer(read, read->found);
  }
  const Tier tier = read->run->context().tier;
  if (!rescue_pool_.Submit(tier, read->deadline, [this, read, now] { Rescue(read, now); })) {
    read->run->CodesFailed(read->picture, Error{ErrorCode::kResourceExhausted,
                                                "no room to rescue the codes of this picture", "", Reason::kQueueFull});
  }
}

void CodeReading::Rescue(const PlainReadPtr& read, TimePoint queued) const {
  const TimePoint started = clock_.Now();
  read->rescue_deadline =
      std::min(queued + std::chrono::milliseconds(config_.rescue_deadline_ms), read->run->context().deadline);
  auto codes = vision::RescueCodes(read->grey, read->found, RescueLimits(*read));
  read->run->Took("rescue", started - queued, clock_.Now() - started);
  if (!codes) return read->run->CodesFailed(read->picture, std::move(codes).error());
  if (codes->empty() && locator_.named() && clock_.Now() < read->rescue_deadline) return Locate(read);
  codes->insert(codes->begin(), read->found.begin(), read->found.end());
  Answer(read, *codes);
}

void CodeReading::Locate(const PlainReadPtr& read) const {
  locator_.Locate(
      read->run, read->pixels, read->rescue_deadline, [this, read](Result<std::vector<vision::CodePlace>> places) {
        if (!places && places.error().code != ErrorCode::kDeadlineExceeded) {
          log::Warn("codes were not located",
                    {{"model", config_.locator}, {"id", read->run->context().id}, {"error", places.error().message}});
        }
        if (!places || places->empty()) return Answer(read, read->found);
        const Tier tier = read->run->context().tier;
        auto job = [this, read, found = *std::move(places), now = clock_.Now()] { RescueAt(read, found, now); };
        if (!rescue_pool_.Submit(tier, read->rescue_deadline, std::move(job))) Answer(read, read->found);
      });
}

void CodeReading::RescueAt(const PlainReadPtr& read, const std::vector<vision::CodePlace>& places,
                           TimePoint queued) const {
  const TimePoint started = clock_.Now();
  vision::RescueOptions options = RescueLimits(*read);
  options.places = places;
  options.only_places = true;
  auto codes = vision::RescueCodes(read->grey, read->found, options);
  read->run->Took("rescue", started - queued, clock_.Now() - started);
  if (!codes) return read->run->CodesFailed(read->picture, std::move(codes).error());
  codes->insert(codes->begin(), read->found.begin(), read->found.end());
  Answer(read, *codes);
}

vision::RescueOptions CodeReading::RescueLimits(const PlainRead& read) const {
  vision::RescueOptions options;
  options.budget = std::chrono::milliseconds(config_.rescue_deadline_ms);
  options.deadline = read.rescue_deadline;
  options.clock = &clock_;
  options.stop = read.run->context().cancel.get_token();
  options.plain_took = read.plain_took;
  return options;
}

void CodeReading::Answer(const PlainReadPtr& read, const std::vector<vision::Code>& codes) const {
  std::vector<CodeResult> results;
  std::transform(codes.begin(), codes.end(), std::back_inserter(results), ToResult);
  read->run->CodesDone(read->picture, std::move(results));
}

}  // namespace crossdock::pipeline

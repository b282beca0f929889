#include "pipeline/parcel/read_codes.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/guarded.h"
#include "vision/codes/reader.h"
#include "vision/codes/rescue.h"

namespace crossdock::pipeline {
namespace {

// All symbologies, in two halves that cost about the same: Data Matrix and PDF417 are searched for along every line of the picture.
constexpr const char* kFirstHalf = "AllLinear,QRCode,MicroQRCode,rMQRCode,Aztec,MaxiCode";
constexpr const char* kSecondHalf = "DataMatrix,PDF417,MicroPDF417";

CodeResult ToResult(const vision::Code& code) {
  CodeResult result;
  result.text = code.text;
  result.format = code.format;
  result.confidence = code.confidence;
  for (size_t i = 0; i < 4; ++i) result.corners[i] = {code.corners.corners[i].x, code.corners.corners[i].y};
  result.path = code.path;
  return result;
}

vision::Image Inverted(const vision::Image& grey) {
  vision::Image inverted(grey.width(), grey.height(), 1);
  for (int y = 0; y < grey.height(); ++y) {
    std::transform(grey.row(y), grey.row(y) + grey.width(), inverted.mutable_row(y),
                   [](uint8_t v) { return static_cast<uint8_t>(255 - v); });
  }
  return inverted;
}

}  // namespace

/// One picture's plain read, until both halves are in.
struct CodeReading::PlainRead {
  struct State {
    std::vector<vision::Code> codes;
    std::optional<Error> error;
    int missing = 2;
  };
  ParcelRunPtr run;
  int picture = 0;
  vision::Image grey;
  TimePoint started;
  TimePoint deadline;
  Guarded<State> state;
};

void CodeReading::Read(const ParcelRunPtr& run, int picture, const vision::Image& image) const {
  const auto read = std::make_shared<PlainRead>();
  read->run = run;
  read->picture = picture;
  read->started = clock_.Now();
  read->deadline =
      std::min(run->context().received + std::chrono::milliseconds(config_.codes_deadline_ms), run->context().deadline);
  read->grey = vision::ToGrey(image);
  // Begun work goes before pictures that still wait to be decoded. A full queue only means that this thread does both halves.
  const bool shared =
      codes_pool_.Submit(run->context().tier, TimePoint::min(), [this, read] { ReadHalf(read, kSecondHalf); });
  ReadHalf(read, kFirstHalf);
  if (!shared) ReadHalf(read, kSecondHalf);
}

void CodeReading::ReadHalf(const PlainReadPtr& read, const char* formats) const {
  vision::ReadOptions options;
  options.deadline = read->deadline;
  options.clock = &clock_;
  options.stop = read->run->context().cancel.get_token();
  options.formats = formats;
  options.invert = false;  // rare, and as dear as the rest: the rescue begins with it
  auto codes = vision::ReadCodes(read->grey, options);
  auto state = read->state.Lock();
  if (codes) {
    std::move(codes->begin(), codes->end(), std::back_inserter(state->codes));
  } else {
    state->error = std::move(codes).error();
  }
  if (--state->missing > 0) return;
  state.Unlock();
  PlainDone(read);
}

void CodeReading::PlainDone(const PlainReadPtr& read) const {
  const TimePoint now = clock_.Now();
  read->run->Took("codes", Nanos{0}, now - read->started);
  auto state = read->state.Lock();
  std::optional<Error> error = std::move(state->error);
  std::vector<vision::Code> found = std::move(state->codes);
  state.Unlock();
  if (error) return read->run->CodesFailed(read->picture, *std::move(error));
  if (config_.rescue_deadline_ms == 0 || (!found.empty() && !config_.rescue_always)) return Answer(read, found);
  const Tier tier = read->run->context().tier;
  if (!rescue_pool_.Submit(tier, read->deadline, [this, read, found, now] { Rescue(read, found, now); })) {
    read->run->CodesFailed(read->picture, Error{ErrorCode::kResourceExhausted,
                                                "no room to rescue the codes of this picture", "", Reason::kQueueFull});
  }
}

void CodeReading::Rescue(const PlainReadPtr& read, const std::vector<vision::Code>& found, TimePoint queued) const {
  const TimePoint started = clock_.Now();
  const TimePoint due =
      std::min(queued + std::chrono::milliseconds(config_.rescue_deadline_ms), read->run->context().deadline);
  const std::stop_token stop = read->run->context().cancel.get_token();
  auto codes =
      vision::ReadCodes(Inverted(read->grey), {.deadline = due, .clock = &clock_, .stop = stop, .invert = false});
  if (codes) {
    for (vision::Code& code : *codes) code.path = "invert";
  } else if (codes.error().code == ErrorCode::kDeadlineExceeded) {
    codes = std::vector<vision::Code>{};
  }
  if (codes && codes->empty()) {
    vision::RescueOptions options;
    options.budget = std::chrono::milliseconds(config_.rescue_deadline_ms);
    options.deadline = due;
    options.clock = &clock_;
    options.stop = stop;
    codes = vision::RescueCodes(read->grey, found, options);
  }
  read->run->Took("rescue", started - queued, clock_.Now() - started);
  if (!codes) return read->run->CodesFailed(read->picture, std::move(codes).error());
  codes->insert(codes->begin(), found.begin(), found.end());
  Answer(read, *codes);
}

void CodeReading::Answer(const PlainReadPtr& read, const std::vector<vision::Code>& codes) const {
  std::vector<CodeResult> results;
  std::transform(codes.begin(), codes.end(), std::back_inserter(results), ToResult);
  read->run->CodesDone(read->picture, std::move(results));
}

}  // namespace crossdock::pipeline

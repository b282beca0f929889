#include "pipeline/parcel/parcel_service.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "vision/codes/halves.h"
#include "vision/decode.h"

namespace crossdock::pipeline {

ParcelPipeline::ParcelPipeline(ParcelConfig config, Parts parts)
    : config_(std::move(config)),
      parts_(std::move(parts)),
      codes_(config_, ModelCalls(parts_.catalog, parts_.dispatcher, parts_.clock), parts_.codes_pool,
             parts_.rescue_pool, parts_.clock),
      text_(config_, ParseTier(config_.text_tier, "text_tier").value_or(Tier::kNormal),
            ModelCalls(parts_.catalog, parts_.dispatcher, parts_.clock), parts_.text_pool, parts_.clock),
      codes_line_(parts_.codes_pool.threads(), vision::kReadHalves),
      text_line_(parts_.text_pool.threads(), parts_.text_pool.threads()) {}

TimePoint ParcelPipeline::CodesDeadline(const Context& context) const {
  return std::min(context.deadline, context.received + std::chrono::milliseconds(config_.codes_deadline_ms));
}

void ParcelPipeline::Submit(ParcelRequest request) noexcept {
  if (request.pictures.empty() || request.pictures.size() > static_cast<size_t>(config_.max_pictures)) {
    request.done.Finish(InvalidArgument(
        "picture", fmt::format("{} pictures; a job holds 1 to {}", request.pictures.size(), config_.max_pictures)));
    return;
  }
  const bool with_text = request.text.value_or(config_.text) && !config_.detector.empty();
  const auto count = static_cast<int>(request.pictures.size());
  const Context& context = request.context;
  const TimePoint due = CodesDeadline(context);
  const TimePoint text_due = text_.Deadline(context);
  const Tier text_tier = text_.TierOf(context);
  if (parts_.refuse_late) {
    if (Status in_time = codes_line_.Ask(parts_.clock.Now(), context.tier, due, count); !in_time)
      return request.done.Finish(std::move(in_time).error());
  }
  Ticket ticket;
  if (parts_.admission != nullptr) {
    size_t bytes = 0;
    for (const Picture& picture : request.pictures) bytes += picture.bytes.size();
    auto admitted = parts_.admission->Admit({request.context, "parcel", bytes});
    if (!admitted) return request.done.Finish(std::move(admitted).error());
    ticket = *std::move(admitted);
  }
  const auto run =
      std::make_shared<ParcelRun>(std::move(request), std::move(ticket), parts_.clock, parts_.observe, with_text);
  const Status text =
      with_text && parts_.refuse_late ? text_line_.Ask(parts_.clock.Now(), text_tier, text_due, count) : Status();
  if (!text) run->RefuseText(text.error());
  if (with_text && text) {
    std::vector<Place> places;
    for (int picture = 0; picture < count; ++picture) places.push_back(text_line_.Take(text_tier, text_due));
    run->HoldTextPlaces(std::move(places));
  }
  std::vector<Place> places;
  for (int picture = 0; picture < count; ++picture) places.push_back(codes_line_.Take(run->context().tier, due));
  for (int picture = 0; picture < count; ++picture) {
    auto job = [this, run, picture, queued = parts_.clock.Now(),
                place = std::move(places[static_cast<size_t>(picture)])] { ReadPicture(run, picture, queued, place); };
    if (!parts_.codes_pool.Submit(run->context().tier, due, std::move(job))) {
      run->FailPicture(picture, Error{ErrorCode::kResourceExhausted, "too many pictures wait to be decoded", "",
                                      Reason::kQueueFull, std::chrono::milliseconds(200)});
    }
  }
}

void ParcelPipeline::ReadPicture(const ParcelRunPtr& run, int picture, TimePoint queued, const Place& place) {
  const TimePoint started = parts_.clock.Now();
  place->Begin();
  if (run->context().cancel.stop_requested()) {
    return run->FailPicture(picture, Error{ErrorCode::kCancelled, "the client went away"});
  }
  vision::DecodeOptions options;
  options.limits.max_pixels = config_.max_pixels;
  options.grey = !run->with_text() || run->text_refused();
  const auto decoded = vision::Decode(run->picture(picture).bytes, options);
  const Nanos decoding = parts_.clock.Now() - started;
  run->Took("decode", started - queued, decoding);
  if (!decoded) {
    Error error = decoded.error();
    if (run->pictures() > 1) error.field = fmt::format("picture[{}]", picture);
    return run->FailPicture(picture, std::move(error));
  }
  run->SetSize(picture, decoded->full_width, decoded->full_height);
  // The text begins when the plain read is over: side by side the two slow each other, and it is the codes that are waited for.
  codes_.Read(run, picture, decoded->image,
              [this, run, picture, place, decoding, image = decoded->image](Nanos reading) {
                place->Done(decoding + reading);
                if (run->with_text()) ReadText(run, picture, image);
              });
}

void ParcelPipeline::ReadText(const ParcelRunPtr& run, int picture, const vision::Image& image) {
  if (run->text_refused()) return run->TextFailed(picture, *run->text_refused());
  text_.Read(run, picture, image);
}

}  // namespace crossdock::pipeline

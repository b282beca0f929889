#include "pipeline/parcel/parcel_service.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "vision/decode.h"

namespace crossdock::pipeline {

ParcelPipeline::ParcelPipeline(ParcelConfig config, Parts parts)
    : config_(std::move(config)),
      parts_(std::move(parts)),
      codes_(config_, ModelCalls(parts_.catalog, parts_.dispatcher, parts_.clock), parts_.codes_pool,
             parts_.rescue_pool, parts_.clock),
      text_(config_, ParseTier(config_.text_tier, "text_tier").value_or(Tier::kNormal),
            ModelCalls(parts_.catalog, parts_.dispatcher, parts_.clock), parts_.text_pool, parts_.clock) {}

void ParcelPipeline::Submit(ParcelRequest request) noexcept {
  if (request.pictures.empty() || request.pictures.size() > static_cast<size_t>(config_.max_pictures)) {
    request.done.Finish(InvalidArgument(
        "picture", fmt::format("{} pictures; a job holds 1 to {}", request.pictures.size(), config_.max_pictures)));
    return;
  }
  const bool with_text = request.text.value_or(config_.text) && !config_.detector.empty();
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
  const TimePoint due =
      std::min(run->context().deadline, run->context().received + std::chrono::milliseconds(config_.codes_deadline_ms));
  for (int picture = 0; picture < run->pictures(); ++picture) {
    auto job = [this, run, picture, queued = parts_.clock.Now()] { ReadPicture(run, picture, queued); };
    if (!parts_.codes_pool.Submit(run->context().tier, due, std::move(job))) {
      run->FailPicture(picture, Error{ErrorCode::kResourceExhausted, "too many pictures wait to be decoded", "",
                                      Reason::kQueueFull, std::chrono::milliseconds(200)});
    }
  }
}

void ParcelPipeline::ReadPicture(const ParcelRunPtr& run, int picture, TimePoint queued) {
  const TimePoint started = parts_.clock.Now();
  if (run->context().cancel.stop_requested()) {
    return run->FailPicture(picture, Error{ErrorCode::kCancelled, "the client went away"});
  }
  vision::DecodeOptions options;
  options.limits.max_pixels = config_.max_pixels;
  options.grey = !run->with_text();
  const auto decoded = vision::Decode(run->picture(picture).bytes, options);
  run->Took("decode", started - queued, parts_.clock.Now() - started);
  if (!decoded) {
    Error error = decoded.error();
    if (run->pictures() > 1) error.field = fmt::format("picture[{}]", picture);
    return run->FailPicture(picture, std::move(error));
  }
  run->SetSize(picture, decoded->full_width, decoded->full_height);
  // The text begins when the plain read is over: side by side the two slow each other, and it is the codes that are waited for.
  UniqueFunction<void()> read_text;
  if (run->with_text()) read_text = [this, run, picture, image = decoded->image] { text_.Read(run, picture, image); };
  codes_.Read(run, picture, decoded->image, std::move(read_text));
}

}  // namespace crossdock::pipeline

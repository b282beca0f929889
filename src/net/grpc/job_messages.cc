#include "net/grpc/job_messages.h"

#include <chrono>
#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "fusion/parcel.h"
#include "net/http/utf8.h"
#include "net/request_id.h"

namespace crossdock::net::grpc {
namespace {

using crossdock::v1::Job;
using jobs::JobState;

constexpr size_t kLongestKey = 255;
constexpr size_t kLongestWaybill = 1024;
constexpr int64_t kLongestDeadlineMs = 86'400'000;
constexpr int64_t kLongestVerdictMs = 600'000;

Job::State StateOf(JobState state) {
  switch (state) {
    case JobState::kQueued: return Job::QUEUED;
    case JobState::kRunning: return Job::RUNNING;
    case JobState::kDone: return Job::DONE;
    case JobState::kFailed: return Job::FAILED;
    case JobState::kCancelled: return Job::CANCELLED;
  }
  return Job::STATE_UNSPECIFIED;
}

/// Bytes that are no UTF-8 cannot go into a text of protobuf: of such a text every byte above ASCII becomes U+FFFD.
std::string ToUtf8(const std::string& text) {
  if (http::IsUtf8(text)) return text;
  std::string shown;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x80) {
      shown += c;
    } else {
      shown += "\xEF\xBF\xBD";
    }
  }
  return shown;
}

void FillError(const Error& error, crossdock::v1::JobError& message) {
  message.set_code(Name(error.code));
  message.set_message(ToUtf8(error.message));
  message.set_field(ToUtf8(error.field));
  if (error.reason != Reason::kNone) message.set_reason(Name(error.reason));
}

template <class Message>
void FillCorners(const pipeline::Point (&corners)[4], Message& message) {
  for (const auto& corner : corners) {
    auto& point = *message.add_corners();
    point.set_x(corner.x);
    point.set_y(corner.y);
  }
}

double Millis(Nanos time) { return std::chrono::duration<double, std::milli>(time).count(); }

void FillParcel(const fusion::Share& share, crossdock::v1::JobParcel& message) {
  message.set_parcel(ToUtf8(share.parcel));
  message.set_state(Name(share.state()));
  message.set_late(share.late);
  message.set_past_deadline(share.past_deadline);
  if (!share.verdict) return;
  message.set_because(Name(share.verdict->because));
  message.set_after_ms(Millis(share.verdict->after));
  for (const auto& candidate : share.verdict->candidates) {
    auto& one = *message.add_candidates();
    one.set_text(ToUtf8(candidate.text));
    one.set_format(candidate.supports.front().format);
    one.set_probability(candidate.probability);
    one.set_cameras(candidate.cameras);
  }
}

Result<fusion::Sighting> ReadSighting(const crossdock::v1::SubmitJobRequest& message, TimePoint received) {
  fusion::Sighting sighting{message.parcel(), message.cameras(), {message.camera().begin(), message.camera().end()}};
  sighting.arrived = received;
  if (sighting.parcel.size() > kLongestKey)
    return InvalidArgument("parcel", fmt::format("a name is at most {} bytes", kLongestKey));
  if (sighting.cameras < 0 || sighting.cameras > static_cast<int>(fusion::kMostViews))
    return InvalidArgument("cameras", fmt::format("0 to {} cameras", fusion::kMostViews));
  if (!sighting.names.empty() && sighting.names.size() != static_cast<size_t>(message.pictures_size()))
    return InvalidArgument("camera", "name each picture's camera, or none");
  if (message.verdict_ms() < 0 || message.verdict_ms() > kLongestVerdictMs)
    return InvalidArgument("verdict_ms", fmt::format("0 to {} milliseconds", kLongestVerdictMs));
  if (message.verdict_ms() > 0) sighting.verdict_within = std::chrono::milliseconds(message.verdict_ms());
  return sighting;
}

}  // namespace

void Fill(const jobs::JobView& job, Job& message) {
  const auto& result = job.result;
  message.set_id(job.id);
  message.set_pipeline(job.pipeline);
  message.set_state(StateOf(job.state));
  message.set_waybill(ToUtf8(result.waybill));
  message.set_codes_done(result.codes_done);
  message.set_lines_done(result.lines_done);
  for (const auto& picture : result.pictures) {
    auto& one = *message.add_pictures();
    one.set_width(picture.width);
    one.set_height(picture.height);
    if (picture.error) FillError(*picture.error, *one.mutable_error());
  }
  for (const auto& code : result.codes) {
    auto& one = *message.add_codes();
    one.set_text(ToUtf8(code.text));
    one.set_format(code.format);
    one.set_confidence(code.confidence);
    FillCorners(code.corners, one);
    one.set_path(code.path);
    one.set_picture(code.picture);
  }
  for (const auto& line : result.lines) {
    auto& one = *message.add_lines();
    one.set_text(ToUtf8(line.text));
    one.set_confidence(line.confidence);
    FillCorners(line.corners, one);
    one.set_picture(line.picture);
  }
  if (job.error) FillError(*job.error, *message.mutable_error());
  if (result.text_error) FillError(*result.text_error, *message.mutable_text_error());
  if (result.parcel) FillParcel(*result.parcel, *message.mutable_parcel());
  message.set_codes_ms(Millis(result.codes_after));
  message.set_total_ms(Millis(result.total));
}

Result<jobs::Submission> ReadSubmission(crossdock::v1::SubmitJobRequest& message, const std::string& request_id,
                                        const access::Caller& caller, TimePoint received, Tier default_tier) {
  jobs::Submission submission;
  submission.pipeline = message.pipeline().empty() ? "parcel" : message.pipeline();
  submission.key = message.idempotency_key();
  submission.callback = message.callback();
  auto& parcel = submission.parcel;
  parcel.context.id = message.id().empty() ? request_id : message.id();
  parcel.context.tenant = caller.tenant();
  parcel.context.received = received;
  parcel.context.tier = default_tier;
  if (!IsGoodRequestId(parcel.context.id)) return InvalidArgument("id", "not an id that this server takes");
  if (submission.key.size() > kLongestKey)
    return InvalidArgument("idempotency_key", fmt::format("a key is at most {} bytes", kLongestKey));
  if (message.waybill().size() > kLongestWaybill)
    return InvalidArgument("waybill", fmt::format("a waybill is at most {} bytes", kLongestWaybill));
  if (message.deadline_ms() < 0 || message.deadline_ms() > kLongestDeadlineMs)
    return InvalidArgument("deadline_ms", fmt::format("0 to {} milliseconds", kLongestDeadlineMs));
  if (message.deadline_ms() > 0) parcel.context.deadline = received + std::chrono::milliseconds(message.deadline_ms());
  if (!message.tier().empty()) {
    const auto tier = ParseTier(message.tier(), "tier");
    if (!tier) return tier.error();
    parcel.context.tier = *tier;
  }
  const auto allowed = caller.Allow(parcel.context.tier, "tier");
  if (!allowed) return allowed.error();
  parcel.context.tier = *allowed;
  if (message.has_text()) parcel.text = message.text();
  parcel.waybill = message.waybill();
  auto sighting = ReadSighting(message, received);
  if (!sighting) return sighting.error();
  parcel.sighting = *std::move(sighting);
  if (message.pictures_size() == 0) return InvalidArgument("pictures", "there is no picture");
  for (std::string& bytes : *message.mutable_pictures()) {
    auto owned = std::make_shared<std::string>(std::move(bytes));
    const auto view = std::as_bytes(std::span(owned->data(), owned->size()));
    parcel.pictures.push_back({"", std::move(owned), view});
  }
  return submission;
}

}  // namespace crossdock::net::grpc

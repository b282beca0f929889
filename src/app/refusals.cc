#include "app/refusals.h"

#include <optional>
#include <string_view>
#include <utility>

namespace crossdock::app {
namespace {

/// Why it was refused, as a label; nothing: it was not.
std::optional<std::string_view> ReasonOf(const Error& error) {
  switch (error.code) {
    case ErrorCode::kResourceExhausted:
    case ErrorCode::kUnavailable:
      if (error.reason == Reason::kTooLarge) return std::nullopt;
      return Name(error.reason);
    case ErrorCode::kDeadlineExceeded: return error.reason == Reason::kNone ? "deadline_passed" : Name(error.reason);
    case ErrorCode::kUnauthenticated:
    case ErrorCode::kPermissionDenied: return Name(error.code);
    default: return std::nullopt;
  }
}

}  // namespace

Refusals::Refusals(telemetry::Registry& registry)
    : refused_(
          registry.AddCounter({.name = "crossdock_refused_requests",
                               .help = "Requests that were not served although nothing was wrong with them, by reason.",
                               .label_names = {"reason"}})) {}

void Refusals::Count(const Error& error) {
  if (const auto reason = ReasonOf(error)) refused_.With({*reason})->Add();
}

void CountedParcels::Submit(pipeline::ParcelRequest request) noexcept {
  request.done = pipeline::Completion<pipeline::ParcelResult>(
      [this, done = std::move(request.done)](Result<pipeline::ParcelResult> outcome) mutable {
        if (!outcome) {
          refusals_.Count(outcome.error());
        } else if (outcome->text_error) {
          refusals_.Count(*outcome->text_error);
        }
        done.Finish(std::move(outcome));
      });
  inner_.Submit(std::move(request));
}

}  // namespace crossdock::app

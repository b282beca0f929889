#include "jobs/job.h"

#include <fmt/format.h>

namespace crossdock::jobs {

const char* Name(JobState state) {
  switch (state) {
    case JobState::kQueued: return "queued";
    case JobState::kRunning: return "running";
    case JobState::kDone: return "done";
    case JobState::kFailed: return "failed";
    case JobState::kCancelled: return "cancelled";
  }
  return "unknown";
}

std::optional<JobState> ParseJobState(std::string_view name) {
  for (const JobState state :
       {JobState::kQueued, JobState::kRunning, JobState::kDone, JobState::kFailed, JobState::kCancelled}) {
    if (name == Name(state)) return state;
  }
  return std::nullopt;
}

bool IsFarEnough(const JobView& view, WaitFor what) {
  return HasEnded(view.state) || (what == WaitFor::kCodes && view.result.codes_done) ||
         (what == WaitFor::kVerdict && view.result.parcel.has_value());
}

Error NoSuchJob(std::string_view id) {
  return {ErrorCode::kNotFound, fmt::format("no job \"{}\"; results are kept for a while only", id), "id"};
}

}  // namespace crossdock::jobs

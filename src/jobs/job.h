#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "pipeline/request.h"

namespace crossdock::jobs {

/// How far a job has come. The order counts: what follows kRunning has ended.
enum class JobState { kQueued, kRunning, kDone, kFailed, kCancelled };
const char* Name(JobState state);
std::optional<JobState> ParseJobState(std::string_view name);
inline bool HasEnded(JobState state) { return state > JobState::kRunning; }

/// What can be said of a job at one moment.
struct JobView {
  std::string id;
  std::string pipeline = {};
  std::string tenant = {};
  JobState state = JobState::kRunning;
  uint64_t revision = 0;               // grows with each change: of two views the later one has the greater
  pipeline::ParcelResult result = {};  // while it runs: what is known so far
  std::optional<Error> error = {};
};

/// Until when a client wants to wait.
enum class WaitFor { kCodes, kVerdict, kAll };  // kVerdict: of the parcel; without one, as kAll
bool IsFarEnough(const JobView& view, WaitFor what);

/// No such job, in the words of every door.
Error NoSuchJob(std::string_view id);

}  // namespace crossdock::jobs

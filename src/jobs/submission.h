#pragma once

#include <cstdint>
#include <optional>

#include "jobs/job_service.h"

/// Between what a client sends, what is kept on disk, and what the pipeline runs.
namespace crossdock::jobs {

/// The promise that a submission asks for. With a key, all that shapes the result is digested into the fingerprint.
/// unix_ms, now  the same moment on both clocks
/// kept          the job will be begun from disk, which counts its runs; else this is its first
Record MakeRecord(const Submission& submission, int64_t unix_ms, TimePoint now, bool kept);

/// What the pipeline runs. The time that the job waited does not count as received; a deadline that its client named does.
pipeline::ParcelRequest MakeRequest(Journal::Loaded loaded, int64_t unix_ms, TimePoint now);

/// The letter that tells the end of a job; nothing if nobody wants to be told.
std::optional<Letter> MakeLetter(const JobView& ended, const std::string& url, int64_t unix_ms);

}  // namespace crossdock::jobs

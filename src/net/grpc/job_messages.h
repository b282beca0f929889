#pragma once

#include <string>

#include "access/gate.h"
#include "jobs/job_service.h"
#include "net/grpc/jobs.pb.h"

namespace crossdock::net::grpc {

/// A job as its message. Codes that are no UTF-8, which a protobuf text must be, are shown as the JSON shows them: with U+FFFD.
void Fill(const jobs::JobView& job, crossdock::v1::Job& message);

/// What a message sends, as a job. Its pictures are taken out of the message.
/// errors  kInvalidArgument that names the field; as access::Caller::Allow
Result<jobs::Submission> ReadSubmission(crossdock::v1::SubmitJobRequest& message, const std::string& request_id,
                                        const access::Caller& caller, TimePoint received, Tier default_tier);

}  // namespace crossdock::net::grpc

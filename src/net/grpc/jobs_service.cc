#include "net/grpc/jobs_service.h"

#include <algorithm>
#include <utility>

#include "jobs/job_service.h"
#include "net/grpc/call.h"
#include "net/grpc/job_messages.h"
#include "net/grpc/watch_call.h"

namespace crossdock::net::grpc {
namespace {

using jobs::JobView;

std::string PipelineOf(const std::string& name) { return name.empty() ? "parcel" : name; }

/// The job, if the call names its pipeline and comes from its tenant; else as if there were none.
template <class Message>
Result<JobView> Shown(jobs::JobService& jobs, const Message& message, const Result<access::Caller>& caller) {
  if (!caller) return caller.error();
  auto job = jobs.table().Get(message.id());
  if (job && job->pipeline == PipelineOf(message.pipeline()) && job->tenant == caller->tenant()) return job;
  return jobs::NoSuchJob(message.id());
}

void Answer(CallHandle& handle, const Result<JobView>& job, crossdock::v1::Job* response) {
  handle.Finish([&](Call& mine) {
    if (!job) return mine.Fail(job.error());
    Fill(*job, *response);
    return ::grpc::Status::OK;
  });
}

}  // namespace

JobsService::Reactor* JobsService::Submit(Context* context, const crossdock::v1::SubmitJobRequest* request,
                                          Job* response) {
  auto* call = new Call(*context, door_, "Submit", access::Role::kInfer);  // gRPC's to delete, through OnDone
  const auto handle = call->handle();
  const auto& caller = call->caller();
  const Status held = caller ? caller->Hold(request->ByteSizeLong()) : Status(caller.error());
  if (!held) {
    Answer(*handle, held.error(), response);
    return call;
  }
  // gRPC hands the message out as const, but nobody else reads it: its pictures are taken instead of copied.
  auto submission = ReadSubmission(const_cast<crossdock::v1::SubmitJobRequest&>(*request), call->request_id(), *caller,
                                   call->received(), jobs_.tier);
  if (!submission) {
    Answer(*handle, submission.error(), response);
    return call;
  }
  jobs_.jobs.Submit(*std::move(submission), [handle, response](Result<jobs::Accepted> accepted) {
    handle->Finish([&](Call& mine) {
      if (!accepted) return mine.Fail(accepted.error());
      Fill(accepted->job, *response);
      response->set_repeated_key(accepted->repeated);
      return ::grpc::Status::OK;
    });
  });
  return call;
}

JobsService::Reactor* JobsService::Get(Context* context, const crossdock::v1::GetJobRequest* request, Job* response) {
  auto* call = new Call(*context, door_, "Get", access::Role::kInfer);
  const auto handle = call->handle();
  if (const auto shown = Shown(jobs_.jobs, *request, call->caller()); !shown) {
    Answer(*handle, shown.error(), response);
    return call;
  }
  const auto longest = std::chrono::duration_cast<std::chrono::milliseconds>(jobs_.longest_wait).count();
  const auto wait = std::chrono::milliseconds(std::clamp<int64_t>(request->wait_ms(), 0, longest));
  const auto what = request->until_codes()     ? jobs::WaitFor::kCodes
                    : request->until_verdict() ? jobs::WaitFor::kVerdict
                                               : jobs::WaitFor::kAll;
  jobs_.jobs.table().Wait(request->id(), what, jobs_.clock.Now() + wait,
                          [handle, response](const Result<JobView>& job) { Answer(*handle, job, response); });
  return call;
}

::grpc::ServerWriteReactor<crossdock::v1::Job>* JobsService::Watch(Context* context,
                                                                   const crossdock::v1::WatchJobRequest* request) {
  auto* call = new WatchCall(*context, door_);
  const auto handle = call->handle();
  if (const auto shown = Shown(jobs_.jobs, *request, call->caller()); !shown) {
    handle->See(shown.error());
    return call;
  }
  jobs_.jobs.table().Watch(request->id(), [handle](const Result<JobView>& job) { return handle->See(job); });
  return call;
}

JobsService::Reactor* JobsService::Cancel(Context* context, const crossdock::v1::CancelJobRequest* request,
                                          Job* response) {
  auto* call = new Call(*context, door_, "Cancel", access::Role::kInfer);
  const auto handle = call->handle();
  auto job = Shown(jobs_.jobs, *request, call->caller());
  if (job) job = jobs_.jobs.Cancel(request->id());
  Answer(*handle, job, response);
  return call;
}

}  // namespace crossdock::net::grpc

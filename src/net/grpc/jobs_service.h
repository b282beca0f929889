#pragma once

#include "net/grpc/call_list.h"
#include "net/grpc/job_door.h"
#include "net/grpc/jobs.grpc.pb.h"
#include "net/grpc/metrics.h"

namespace crossdock::net::grpc {

/// crossdock.v1.Jobs: the same jobs as over HTTP.
class JobsService final : public crossdock::v1::Jobs::CallbackService {
 public:
  using Context = ::grpc::CallbackServerContext;
  using Reactor = ::grpc::ServerUnaryReactor;
  using Job = crossdock::v1::Job;

  /// `calls` is where a stop finds what is under way.
  JobsService(const JobDoor& door, Metrics& metrics, CallList& calls) : door_(door), metrics_(metrics), calls_(calls) {}

  Reactor* Submit(Context*, const crossdock::v1::SubmitJobRequest*, Job*) override;
  Reactor* Get(Context*, const crossdock::v1::GetJobRequest*, Job*) override;
  ::grpc::ServerWriteReactor<Job>* Watch(Context*, const crossdock::v1::WatchJobRequest*) override;
  Reactor* Cancel(Context*, const crossdock::v1::CancelJobRequest*, Job*) override;

 private:
  const JobDoor door_;
  Metrics& metrics_;
  CallList& calls_;
};

}  // namespace crossdock::net::grpc

#pragma once

#include "net/grpc/call.h"
#include "net/grpc/job_door.h"
#include "net/grpc/jobs.grpc.pb.h"

namespace crossdock::net::grpc {

/// crossdock.v1.Jobs: the same jobs as over HTTP.
class JobsService final : public crossdock::v1::Jobs::CallbackService {
 public:
  using Context = ::grpc::CallbackServerContext;
  using Reactor = ::grpc::ServerUnaryReactor;
  using Job = crossdock::v1::Job;

  JobsService(const JobDoor& jobs, const Door& door) : jobs_(jobs), door_(door) {}

  Reactor* Submit(Context*, const crossdock::v1::SubmitJobRequest*, Job*) override;
  Reactor* Get(Context*, const crossdock::v1::GetJobRequest*, Job*) override;
  ::grpc::ServerWriteReactor<Job>* Watch(Context*, const crossdock::v1::WatchJobRequest*) override;
  Reactor* Cancel(Context*, const crossdock::v1::CancelJobRequest*, Job*) override;

 private:
  const JobDoor jobs_;
  const Door door_;
};

}  // namespace crossdock::net::grpc

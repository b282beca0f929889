#include "app/api/parcel_api.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "app/api/operations.h"
#include "app/api/parcel_submission.h"
#include "jobs/result_json.h"
#include "net/http/prefer.h"
#include "net/http/uri.h"

namespace crossdock::app {

using jobs::JobView;
using jobs::WaitFor;
using net::http::Request;
using net::http::Responder;
using net::http::Response;

/// How the client wants to be told: when, and how long it waits.
struct ParcelApi::Wait {
  WaitFor what = WaitFor::kAll;
  std::optional<std::chrono::milliseconds> time = {};
  bool repeated = false;
  /// Ends the job of a client that goes away while it waits; reset once it was told where to ask.
  std::shared_ptr<void> gone = {};
};

namespace {

Result<WaitFor> ParseUntil(const Request& request) {
  const auto until = FindParameter(request, "until", nullptr);
  if (!until || until->value == "all") return WaitFor::kAll;
  if (until->value == "codes") return WaitFor::kCodes;
  if (until->value == "verdict") return WaitFor::kVerdict;
  return InvalidArgument("until", fmt::format("\"{}\" is none of codes, verdict and all", until->value));
}

Response Reply(const JobView& job, int status, bool repeated = false) {
  Response response;
  response.status = status;
  response.body = ToJson(job);
  if (!HasEnded(job.state)) response.headers.push_back({"Location", LocationOf(job)});
  if (repeated) response.headers.push_back({"Idempotency-Replayed", "true"});
  return response;
}

/// Written on the connection's own thread.
void Send(Responder& responder, JobView job, int status, bool repeated = false) {
  responder.SendMade([job = std::move(job), status, repeated] { return Reply(job, status, repeated); });
}

std::shared_ptr<void> CancelWhenGone(const Request& request, std::stop_source cancel) {
  return std::make_shared<std::stop_callback<std::function<void()>>>(
      request.cancel.get_token(), [cancel = std::move(cancel)]() mutable { cancel.request_stop(); });
}

}  // namespace

Result<JobView> ShownTo(const Request& request, Result<JobView> job) {
  if (job && job->pipeline == request.param("name") && job->tenant == request.caller.tenant()) return job;
  if (!job && job.error().code != ErrorCode::kNotFound) return job;
  return jobs::NoSuchJob(request.param("id"));
}

std::string LocationOf(const JobView& job) {
  return fmt::format("/v1/pipelines/{}/jobs/{}", net::http::PercentEncode(job.pipeline),
                     net::http::PercentEncode(job.id));
}

std::vector<net::http::Route> ParcelApi::Routes() {
  using net::http::Role;
  std::vector<net::http::Route> routes;
  routes.push_back(
      {.method = "POST",
       .path = "/v1/pipelines/{name}/jobs",
       .role = Role::kInfer,
       .handler = [this](Request request, Responder responder) { Post(std::move(request), std::move(responder)); },
       .operation = DescribeSubmit()});
  routes.push_back(
      {.method = "GET",
       .path = "/v1/pipelines/{name}/jobs/{id}",
       .role = Role::kInfer,
       .handler = [this](const Request& request, Responder responder) { Get(request, std::move(responder)); },
       .operation = DescribeJob()});
  routes.push_back(
      {.method = "DELETE",
       .path = "/v1/pipelines/{name}/jobs/{id}",
       .role = Role::kInfer,
       .handler = [this](const Request& request, Responder responder) { Delete(request, std::move(responder)); },
       .operation = DescribeCancel()});
  return routes;
}

Result<ParcelApi::Wait> ParcelApi::ReadWait(const Request& request, std::chrono::seconds longest) {
  const auto what = ParseUntil(request);
  if (!what) return what.error();
  const auto preference = net::http::ParsePrefer(request.headers.Get("Prefer"), longest);
  if (!preference) return preference.error();
  Wait wait;
  wait.what = *what;
  if (!preference->respond_async) wait.time = preference->wait;
  return wait;
}

void ParcelApi::Post(Request request, Responder responder) {
  auto wait = ReadWait(request, options_.longest_wait);
  if (!wait) return responder.Send(wait.error());
  auto submission = ReadSubmission(request, options_.codes_tier);
  if (!submission) return responder.Send(submission.error());
  submission->waits = wait->time.has_value();
  // Who named a key comes back for the job, and a callback is owed whether its client still listens or not.
  if (submission->waits && submission->key.empty() && submission->callback.empty())
    wait->gone = CancelWhenGone(request, submission->parcel.context.cancel);
  jobs_.Submit(*std::move(submission), [this, wait = *std::move(wait),
                                        responder = std::move(responder)](Result<jobs::Accepted> accepted) mutable {
    if (!accepted) return responder.Send(accepted.error());
    wait.repeated = accepted->repeated;
    if (wait.time) return WaitInCall(accepted->job.id, std::move(wait), std::move(responder));
    const int status = HasEnded(accepted->job.state) ? 200 : 202;
    Send(responder, std::move(accepted->job), status, wait.repeated);
  });
}

void ParcelApi::WaitInCall(const std::string& id, Wait wait, Responder responder) {
  const TimePoint until = clock_.Now() + wait.time.value_or(std::chrono::milliseconds(0));
  const WaitFor what = wait.what;
  jobs_.table().Wait(id, what, until,
                     [this, wait = std::move(wait), responder = std::move(responder)](Result<JobView> job) mutable {
                       if (!job) return responder.Send(job.error());
                       if (job->error) return responder.Send(*job->error);
                       if (IsFarEnough(*job, wait.what)) return Send(responder, *std::move(job), 200, wait.repeated);
                       // It was not done in time: from here on it is the server's to keep, and the client's to ask for.
                       const std::string kept = job->id;
                       jobs_.Keep(kept, [this, job = *std::move(job), wait = std::move(wait),
                                         responder = std::move(responder)](const Status& stored) mutable {
                         wait.gone.reset();
                         if (!stored) return responder.Send(stored.error());
                         auto now = jobs_.table().Get(job.id);
                         if (now && now->error) return responder.Send(*now->error);
                         if (now) job = *std::move(now);
                         Send(responder, job, HasEnded(job.state) ? 200 : 202, wait.repeated);
                       });
                     });
}

void ParcelApi::Get(const Request& request, Responder responder) {
  const auto wait = ReadWait(request, options_.longest_wait);
  if (!wait) return responder.Send(wait.error());
  const std::string id(request.param("id"));
  if (const auto shown = ShownTo(request, jobs_.table().Get(id)); !shown) return responder.Send(shown.error());
  const TimePoint until = clock_.Now() + wait->time.value_or(std::chrono::milliseconds(0));
  jobs_.table().Wait(id, wait->what, until, [responder = std::move(responder)](Result<JobView> job) mutable {
    if (!job) return responder.Send(job.error());
    Send(responder, *std::move(job), 200);
  });
}

void ParcelApi::Delete(const Request& request, Responder responder) {
  const std::string id(request.param("id"));
  if (const auto shown = ShownTo(request, jobs_.table().Get(id)); !shown) return responder.Send(shown.error());
  auto job = jobs_.Cancel(id);
  if (!job) return responder.Send(job.error());
  const int status = HasEnded(job->state) ? 200 : 202;
  Send(responder, *std::move(job), status);
}

}  // namespace crossdock::app

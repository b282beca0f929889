#include "app/api/job_events.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/api/operations.h"
#include "app/api/parcel_api.h"
#include "jobs/result_json.h"
#include "net/http/event_stream.h"

namespace crossdock::app {
namespace {

using jobs::JobView;

/// Passes views on to a stream; of views that come out of order the older ones are left out.
class EventSender {
 public:
  explicit EventSender(std::shared_ptr<net::http::EventStream> stream) : stream_(std::move(stream)) {}
  ~EventSender() { stream_->End(); }
  EventSender(const EventSender&) = delete;
  EventSender& operator=(const EventSender&) = delete;

  bool See(const Result<JobView>& job) {
    auto last = last_.Lock();
    if (!job) {
      stream_->End();
      return false;
    }
    if (*last && job->revision <= **last) return true;
    *last = job->revision;
    const bool taken = stream_->Push(ToEvent(*job));
    if (HasEnded(job->state)) stream_->End();
    return taken && !HasEnded(job->state);
  }

 private:
  const std::shared_ptr<net::http::EventStream> stream_;
  Guarded<std::optional<uint64_t>> last_;
};

}  // namespace

std::string ToEvent(const JobView& job) {
  const char* event = Name(job.state);
  if (job.state == jobs::JobState::kRunning && job.result.codes_done) event = job.result.parcel ? "verdict" : "codes";
  return fmt::format("id: {}\nevent: {}\ndata: {}\n\n", job.revision, event, ToJson(job));
}

net::http::Route JobEventsRoute(jobs::JobService& jobs) {
  return {.method = "GET",
          .path = "/v1/pipelines/{name}/jobs/{id}/events",
          .role = net::http::Role::kInfer,
          .handler =
              [&jobs](const net::http::Request& request, net::http::Responder responder) {
                const std::string id(request.param("id"));
                if (const auto shown = ShownTo(request, jobs.table().Get(id)); !shown)
                  return responder.Send(shown.error());
                net::http::Response head;
                head.content_type = "text/event-stream";
                head.headers.push_back({"Cache-Control", "no-store"});
                const auto stream = std::make_shared<net::http::EventStream>();
                responder.SendStream({std::move(head), stream});
                const auto sender = std::make_shared<EventSender>(stream);
                jobs.table().Watch(id, [sender](const Result<JobView>& job) { return sender->See(job); });
              },
          .operation = DescribeJobEvents()};
}

}  // namespace crossdock::app

#include "app/api/parcel_api.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "app/api/parcel_json.h"
#include "net/http/multipart.h"
#include "net/http/prefer.h"

namespace crossdock::app {
namespace {

using net::http::Request;
using net::http::Responder;
using net::http::Response;

/// A parameter from the query, else from a header; `field` says which it was.
struct Parameter {
  std::string value;
  std::string field;
};
std::optional<Parameter> Find(const Request& request, const char* query, const char* header) {
  if (const auto value = request.query_value(query)) return Parameter{std::string(*value), query};
  if (header != nullptr && request.headers.Has(header))
    return Parameter{std::string(request.headers.Get(header)), header};
  return std::nullopt;
}

Result<bool> ParseBool(const Parameter& p) {
  if (p.value == "true" || p.value == "1") return true;
  if (p.value == "false" || p.value == "0") return false;
  return InvalidArgument(p.field, fmt::format("\"{}\" is neither true nor false", p.value));
}

Result<int> ParseMillis(const Parameter& p) {
  int value = 0;
  const auto [end, error] = std::from_chars(p.value.data(), p.value.data() + p.value.size(), value);
  if (error != std::errc{} || end != p.value.data() + p.value.size() || value < 1) {
    return InvalidArgument(p.field, fmt::format("\"{}\" is no whole number of milliseconds above 0", p.value));
  }
  return value;
}

Result<WaitFor> ParseUntil(const Request& request) {
  const auto until = Find(request, "until", nullptr);
  if (!until || until->value == "all") return WaitFor::kAll;
  if (until->value == "codes") return WaitFor::kCodes;
  return InvalidArgument("until", fmt::format("\"{}\" is neither codes nor all", until->value));
}

/// How the client wants to be told: when, and how long it waits.
struct Wait {
  WaitFor what = WaitFor::kAll;
  std::optional<std::chrono::milliseconds> time;
};
Result<Wait> ReadWait(const Request& request, std::chrono::seconds longest) {
  const auto what = ParseUntil(request);
  if (!what) return what.error();
  const auto preference = net::http::ParsePrefer(request.headers.Get("Prefer"), longest);
  if (!preference) return preference.error();
  return Wait{*what, preference->respond_async ? std::nullopt : preference->wait};
}

Response Reply(const JobView& job, const std::string& location) {
  Response response;
  response.body = ToJson(job);
  if (job.state == JobState::kRunning) response.headers.push_back({"Location", location});
  return response;
}

}  // namespace

ParcelApi::ParcelApi(std::map<std::string, pipeline::ParcelService*> pipelines, JobTable& jobs, Clock& clock,
                     Options options)
    : pipelines_(std::move(pipelines)), jobs_(jobs), clock_(clock), options_(options) {}

std::vector<net::http::Route> ParcelApi::Routes() {
  using net::http::Role;
  std::vector<net::http::Route> routes;
  routes.push_back(
      {.method = "POST",
       .path = "/v1/pipelines/{name}/jobs",
       .role = Role::kInfer,
       .handler = [this](Request request, Responder responder) { Post(std::move(request), std::move(responder)); }});
  routes.push_back({.method = "GET",
                    .path = "/v1/pipelines/{name}/jobs/{id}",
                    .role = Role::kInfer,
                    .handler = [this](Request request, Responder responder) { Get(request, std::move(responder)); }});
  routes.push_back(
      {.method = "DELETE",
       .path = "/v1/pipelines/{name}/jobs/{id}",
       .role = Role::kInfer,
       .handler = [this](Request request, Responder responder) { Delete(request, std::move(responder)); }});
  return routes;
}

Result<pipeline::ParcelRequest> ParcelApi::Read(Request& request) const {
  pipeline::ParcelRequest parcel;
  parcel.context.id = request.id;
  parcel.context.received = request.received;
  parcel.context.tier = options_.codes_tier;
  if (const auto tier = Find(request, "tier", "X-Crossdock-Tier")) {
    const auto parsed = ParseTier(tier->value, tier->field);
    if (!parsed) return parsed.error();
    parcel.context.tier = *parsed;
  }
  if (const auto deadline = Find(request, "deadline_ms", "X-Crossdock-Deadline-Ms")) {
    const auto parsed = ParseMillis(*deadline);
    if (!parsed) return parsed.error();
    parcel.context.deadline = request.received + std::chrono::milliseconds(*parsed);
  }
  if (const auto text = Find(request, "text", nullptr)) {
    const auto parsed = ParseBool(*text);
    if (!parsed) return parsed.error();
    parcel.text = *parsed;
  }
  if (const auto waybill = Find(request, "waybill", nullptr)) parcel.waybill = waybill->value;

  const std::string_view type = request.headers.Get("Content-Type");
  if (!net::http::IsMultipartForm(type)) {
    if (request.body.empty()) return InvalidArgument("picture", "the body is empty; it must be a picture");
    parcel.pictures.push_back({std::string(type), request.body.owner(), request.body.bytes()});
    return parcel;
  }
  const auto parts = net::http::ParseMultipartForm(type, request.body.bytes());
  if (!parts) return parts.error();
  for (const auto& part : *parts) {
    if (part.name == "picture") {
      parcel.pictures.push_back({part.content_type, request.body.owner(), part.data});
    } else if (part.name == "waybill") {
      parcel.waybill = std::string(part.text());
    } else {
      return InvalidArgument(part.name,
                             fmt::format("unknown form field \"{}\"; there are picture and waybill", part.name));
    }
  }
  if (parcel.pictures.empty()) return InvalidArgument("picture", "the form holds no picture");
  return parcel;
}

void ParcelApi::Post(Request request, Responder responder) {
  const std::string name(request.param("name"));
  const auto service = pipelines_.find(name);
  if (service == pipelines_.end()) {
    return responder.Send(
        Error{ErrorCode::kNotFound, fmt::format("no pipeline \"{}\" is configured", name), "pipeline"});
  }
  const auto wait = ReadWait(request, options_.longest_wait);
  if (!wait) return responder.Send(wait.error());
  auto parcel = Read(request);
  if (!parcel) return responder.Send(parcel.error());
  const std::string id = request.id;
  if (Status opened = jobs_.Open(id, parcel->context.cancel); !opened) return responder.Send(opened.error());

  parcel->on_codes = [this, id](const pipeline::ParcelResult& partial) { jobs_.Update(id, partial); };
  parcel->done = pipeline::Completion<pipeline::ParcelResult>(
      [this, id](Result<pipeline::ParcelResult> outcome) { jobs_.Close(id, std::move(outcome)); });
  const std::string location = fmt::format("/v1/pipelines/{}/jobs/{}", name, id);
  if (!wait->time) {
    Response accepted = Reply({.id = id}, location);
    accepted.status = 202;
    responder.Send(std::move(accepted));
    service->second->Submit(*std::move(parcel));
    return;
  }
  // While the client waits, its going away cancels the job; once it was told where to ask, the job goes on without it.
  auto gone = std::make_shared<std::stop_callback<std::function<void()>>>(
      request.cancel.get_token(), [cancel = parcel->context.cancel]() mutable { cancel.request_stop(); });
  service->second->Submit(*std::move(parcel));
  jobs_.Wait(id, wait->what, clock_.Now() + *wait->time,
             [responder = std::move(responder), location, what = wait->what, gone](Result<JobView> job) mutable {
               gone.reset();
               if (!job) return responder.Send(job.error());
               if (job->state == JobState::kFailed) return responder.Send(*job->error);
               responder.SendMade([job = *std::move(job), location, what]() mutable {
                 Response response = Reply(job, location);
                 const bool far_enough =
                     job.state == JobState::kDone || (what == WaitFor::kCodes && job.result.codes_done);
                 response.status = far_enough ? 200 : 202;
                 return response;
               });
             });
}

void ParcelApi::Get(const Request& request, Responder responder) {
  const auto wait = ReadWait(request, options_.longest_wait);
  if (!wait) return responder.Send(wait.error());
  const TimePoint until = clock_.Now() + wait->time.value_or(std::chrono::milliseconds(0));
  jobs_.Wait(std::string(request.param("id")), wait->what, until,
             [responder = std::move(responder), path = request.path](Result<JobView> job) mutable {
               if (!job) return responder.Send(job.error());
               responder.SendMade([job = *std::move(job), path = std::move(path)] { return Reply(job, path); });
             });
}

void ParcelApi::Delete(const Request& request, Responder responder) {
  if (Status cancelled = jobs_.Cancel(std::string(request.param("id"))); !cancelled)
    return responder.Send(cancelled.error());
  Response response;
  response.status = 202;
  response.body = "{}";
  responder.Send(std::move(response));
}

}  // namespace crossdock::app

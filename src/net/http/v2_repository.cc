#include "net/http/v2_repository.h"

#include <string>
#include <utility>

#include "net/http/json_fields.h"
#include "net/http/json_writer.h"

namespace crossdock::net::http {
namespace {

using simdjson::ondemand::value;

constexpr std::array<std::string_view, 1> kIndexFields{"ready"};
constexpr std::array<std::string_view, 1> kActionFields{"parameters"};

/// Walks a small object; an empty body is an empty object.
template <size_t N, class Visit>
Status ReadBody(const Body& body, const std::array<std::string_view, N>& known, Visit&& visit) {
  if (body.empty()) return {};
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document document;
  const simdjson::padded_string_view padded(body.text(), body.size() + Body::kPadding);
  if (const auto error = parser.iterate(padded).get(document)) return FromSimdjson(error, "body");
  return ForEachField(document, known, visit);
}

Status CheckActionParameter(std::string_view name) {
  if (name != "config" && !name.starts_with("file:")) return {};
  return Error{ErrorCode::kUnimplemented, "models and their configuration come from the repository's folder only",
               Join("parameters", name.substr(0, 64))};
}

}  // namespace

Response RepositoryIndex(const FrontEnd& front_end, const Request& request) {
  bool only_ready = false;
  const auto read = ReadBody(request.body, kIndexFields, [&](size_t, value v) -> Status {
    if (v.get_bool().get(only_ready)) return InvalidArgument("ready", "neither true nor false");
    return {};
  });
  if (!read) return ErrorResponse(read.error(), request.id);
  JsonWriter json;
  json.BeginArray();
  for (const model::VersionStatus& status : front_end.catalog.List()) {
    if (only_ready && status.state != model::VersionState::kReady) continue;
    json.BeginObject();
    json.Key("name").String(status.id.name);
    json.Key("version").String(std::to_string(status.id.version));
    json.Key("state").String(model::Name(status.state));
    if (!status.reason.empty()) json.Key("reason").String(status.reason);
    json.EndObject();
  }
  json.EndArray();
  Response response;
  response.body = json.Take();
  return response;
}

void HandleRepositoryAction(const FrontEnd::RepositoryAction& action, const Request& request, Responder responder) {
  const auto read = ReadBody(request.body, kActionFields, [](size_t, value v) {
    return ForEachParameter(v, "parameters",
                            [](std::string_view name, const ParameterValue&) { return CheckActionParameter(name); });
  });
  if (!read) return responder.Send(read.error());
  action(std::string(request.param("model")),
         pipeline::Completion<void>([responder = std::move(responder)](Result<void> done) mutable {
           if (!done) return responder.Send(done.error());
           Response response;
           response.body = "{}";
           responder.Send(std::move(response));
         }));
}

}  // namespace crossdock::net::http

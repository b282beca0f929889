#include "net/http/openapi.h"

#include <array>
#include <cctype>
#include <memory>
#include <utility>

#include <nlohmann/json.hpp>

#include "net/http/ascii.h"
#include "net/http/response_head.h"

namespace crossdock::net::http {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kErrorSchema = "Error";
constexpr std::string_view kReferences = "#/components/schemas/";

struct Common {
  int status;
  std::string_view meaning;
  bool only_with_body;
};
// What the server answers before a route's handler sees the request.
constexpr std::array kCommon{
    Common{400, "A value is wrong or missing, and `field` names it; or it is no HTTP/1.1.", false},
    Common{401, "Nobody knows who asks.", false},
    Common{403, "Who asks may not.", false},
    Common{408, "The request came too slowly.", false},
    Common{413, "The body is larger than the limit, which the text states, as it came or decompressed.", true},
    Common{415, "A Content-Encoding other than gzip and deflate.", true},
    Common{417, "An Expect other than 100-continue.", false},
    Common{429, "A limit of who asks, or of a queue. Retry-After says when to come back.", false},
    Common{431, "The head is larger than the limit.", false},
    Common{501, "A Transfer-Encoding other than chunked, or an extension that is not served.", true},
    Common{503, "Not now: the server stops, or has no room. Retry-After says when to come back.", false},
};

Json Reference(std::string_view name) { return {{"$ref", std::string(kReferences) + std::string(name)}}; }

Json ContentOf(const std::vector<Content>& contents) {
  Json json = Json::object();
  for (const Content& content : contents)
    json[content.type] = content.schema.empty() ? Json::object() : Json{{"schema", Reference(content.schema)}};
  return json;
}

Json ErrorContent() { return {{"application/json", {{"schema", Reference(kErrorSchema)}}}}; }

Json ResponseOf(const Outcome& outcome) {
  Json json{{"description", outcome.meaning}};
  for (const std::string& header : outcome.headers) json["headers"][header] = {{"schema", {{"type", "string"}}}};
  if (!outcome.contents.empty())
    json["content"] = ContentOf(outcome.contents);
  else if (outcome.status >= 400)
    json["content"] = ErrorContent();
  return json;
}

Json Responses(const Operation& operation) {
  Json json = Json::object();
  for (const Outcome& outcome : operation.gives) json[std::to_string(outcome.status)] = ResponseOf(outcome);
  for (const Common& common : kCommon) {
    const auto status = std::to_string(common.status);
    if (json.contains(status) || (common.only_with_body && operation.takes.empty())) continue;
    json[status] = {{"description", common.meaning}, {"content", ErrorContent()}};
  }
  return json;
}

/// The names in braces of a pattern.
std::vector<std::string> PathNames(std::string_view path) {
  std::vector<std::string> names;
  while (!path.empty()) {
    const auto part = TakeUntil(path, '/');
    if (part.starts_with('{')) names.emplace_back(part.substr(1, part.find_first_of("*}") - 1));
  }
  return names;
}

Json Parameters(const Route& route) {
  Json json = Json::array();
  for (const std::string& name : PathNames(route.path)) {
    Json part{{"name", name}, {"in", "path"}, {"required", true}, {"schema", {{"type", "string"}, {"minLength", 1}}}};
    for (const InputValue& value : route.operation.values) {
      if (value.in != InputValue::In::kPath || value.name != name) continue;
      part["description"] = value.meaning;
      part["schema"] = Json::parse(value.schema);
    }
    json.push_back(std::move(part));
  }
  for (const InputValue& value : route.operation.values) {
    if (value.in == InputValue::In::kPath) continue;
    json.push_back({{"name", value.name},
                    {"in", value.in == InputValue::In::kQuery ? "query" : "header"},
                    {"description", value.meaning},
                    {"schema", Json::parse(value.schema)}});
  }
  return json;
}

/// "getV2ModelsModelReady": of method and path, so that it is each route's own.
std::string OperationId(const Route& route) {
  std::string id;
  for (const char c : route.method) id += Lower(c);
  bool upper = true;
  for (const char c : route.path) {
    const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (letter) id += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = !letter;
  }
  return id;
}

Json OperationOf(const Route& route) {
  const Operation& operation = route.operation;
  Json json{{"operationId", OperationId(route)}, {"summary", operation.summary}, {"tags", {operation.tag}}};
  if (auto parameters = Parameters(route); !parameters.empty()) json["parameters"] = std::move(parameters);
  if (!operation.takes.empty())
    json["requestBody"] = {{"required", operation.body_required}, {"content", ContentOf(operation.takes)}};
  json["responses"] = Responses(operation);
  return json;
}

/// "{rest*}" is "{rest}" there.
std::string PathOf(const Route& route) {
  std::string path = route.path;
  if (const auto star = path.find('*'); star != std::string::npos) path.erase(star, 1);
  return path;
}

Operation OwnOperation() {
  return {.summary = "This description, in OpenAPI 3.1",
          .tag = "server",
          .gives = {{200, "The document", {{"application/json", ""}}}}};
}

}  // namespace

std::string OpenApi(std::span<const Route> routes, std::span<const Schema> schemas, std::string_view version) {
  Json document{
      {"openapi", "3.1.0"},
      {"info",
       {{"title", "Crossdock"},
        {"description", "Pictures of parcels in, codes and text out; tensors by the Open Inference Protocol v2."},
        {"version", version},
        {"license", {{"name", "Apache-2.0"}, {"identifier", "Apache-2.0"}}}}},
      {"paths", Json::object()}};
  for (const Route& route : routes) {
    std::string method;
    for (const char c : route.method) method += Lower(c);
    document["paths"][PathOf(route)][method] = OperationOf(route);
  }
  for (const Schema& schema : schemas)
    document["components"]["schemas"][std::string(schema.name)] = Json::parse(schema.json);
  return document.dump(1);
}

std::vector<Route> WithOpenApi(std::vector<Route> routes, std::span<const Schema> schemas, std::string_view version) {
  const auto text = std::make_shared<std::string>();
  routes.push_back({.method = "GET",
                    .path = "/openapi.json",
                    .role = Role::kObserve,
                    .handler =
                        [text](const Request&, Responder responder) {
                          Response response;
                          response.body = *text;
                          responder.Send(std::move(response));
                        },
                    .operation = OwnOperation()});
  *text = OpenApi(routes, schemas, version);
  return routes;
}

}  // namespace crossdock::net::http

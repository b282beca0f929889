#include "net/http/v2_server.h"

#include "net/http/json_writer.h"

namespace crossdock::net::http {

Response ServerMetadata(const FrontEnd& front_end, const Request&) {
  JsonWriter json;
  json.BeginObject();
  json.Key("name").String(front_end.name);
  json.Key("version").String(front_end.version);
  json.Key("extensions").Strings(front_end.Extensions());
  json.EndObject();
  Response response;
  response.body = json.Take();
  return response;
}

Response ServerLive(const FrontEnd&, const Request&) {
  Response response;
  response.body = R"({"live":true})";
  return response;
}

Response ServerReady(const FrontEnd& front_end, const Request& request) {
  if (!front_end.IsReady()) {
    return ErrorResponse({ErrorCode::kUnavailable, "the server is not ready", "", Reason::kModelNotReady}, request.id);
  }
  Response response;
  response.body = R"({"ready":true})";
  return response;
}

}  // namespace crossdock::net::http

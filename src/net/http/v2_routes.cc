#include "net/http/v2_routes.h"

#include <string>
#include <utility>

#include "net/http/v2_infer.h"
#include "net/http/v2_model.h"
#include "net/http/v2_operations.h"
#include "net/http/v2_repository.h"
#include "net/http/v2_server.h"

namespace crossdock::net::http {
namespace {

/// A handler that answers at once, from the front end and the request alone.
using Answering = Response (*)(const FrontEnd&, const Request&);

Handler Now(const FrontEnd& front_end, Answering answer) {
  return
      [&front_end, answer](const Request& request, Responder responder) { responder.Send(answer(front_end, request)); };
}

}  // namespace

std::vector<Route> V2Routes(const FrontEnd& front_end) {
  const auto infer = [&front_end](Request request, Responder responder) {
    HandleInfer(front_end, std::move(request), std::move(responder));
  };
  std::vector<Route> routes;
  const auto add = [&](const char* method, std::string path, Role role, Handler handler, Operation operation) {
    routes.push_back({.method = method,
                      .path = std::move(path),
                      .role = role,
                      .handler = std::move(handler),
                      .operation = std::move(operation)});
  };
  add("GET", "/v2", Role::kInfer, Now(front_end, ServerMetadata), DescribeServerMetadata());
  add("GET", "/v2/health/live", Role::kProbe, Now(front_end, ServerLive), DescribeServerLive());
  add("GET", "/v2/health/ready", Role::kProbe, Now(front_end, ServerReady), DescribeServerReady());
  add("POST", "/v2/repository/index", Role::kInfer, Now(front_end, RepositoryIndex), DescribeRepositoryIndex());
  const auto stats = [&](const std::string& base) {
    if (front_end.statistics)
      add("GET", base + "/stats", Role::kObserve, Now(front_end, ModelStats), DescribeModelStats());
  };
  for (const std::string base : {"/v2/models/{model}", "/v2/models/{model}/versions/{version}"}) {
    add("GET", base, Role::kInfer, Now(front_end, ModelMetadata), DescribeModelMetadata());
    add("GET", base + "/ready", Role::kProbe, Now(front_end, ModelReady), DescribeModelReady());
    add("GET", base + "/config", Role::kInfer, Now(front_end, ModelConfig), DescribeModelConfig());
    add("POST", base + "/infer", Role::kInfer, infer, DescribeInfer());
    stats(base);
  }
  stats("/v2/models");
  const auto act = [&](const std::string& verb, const char* says, const FrontEnd::RepositoryAction& action) {
    if (!action) return;
    add(
        "POST", "/v2/repository/models/{model}/" + verb, Role::kControl,
        [&action](const Request& request, Responder responder) {
          HandleRepositoryAction(action, request, std::move(responder));
        },
        DescribeRepositoryAction(says));
  };
  act("load", "Loads", front_end.load);
  act("unload", "Unloads", front_end.unload);
  return routes;
}

}  // namespace crossdock::net::http

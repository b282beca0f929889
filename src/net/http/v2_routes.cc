#include "net/http/v2_routes.h"

#include <string>
#include <utility>

#include "net/http/v2_infer.h"
#include "net/http/v2_model.h"
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
  std::vector<Route> routes{
      {"GET", "/v2", Role::kInfer, Now(front_end, ServerMetadata)},
      {"GET", "/v2/health/live", Role::kProbe, Now(front_end, ServerLive)},
      {"GET", "/v2/health/ready", Role::kProbe, Now(front_end, ServerReady)},
      {"POST", "/v2/repository/index", Role::kInfer, Now(front_end, RepositoryIndex)},
  };
  for (const std::string base : {"/v2/models/{model}", "/v2/models/{model}/versions/{version}"}) {
    routes.push_back({"GET", base, Role::kInfer, Now(front_end, ModelMetadata)});
    routes.push_back({"GET", base + "/ready", Role::kProbe, Now(front_end, ModelReady)});
    routes.push_back({"GET", base + "/config", Role::kInfer, Now(front_end, ModelConfig)});
    routes.push_back({"POST", base + "/infer", Role::kInfer, infer});
    if (front_end.statistics) routes.push_back({"GET", base + "/stats", Role::kObserve, Now(front_end, ModelStats)});
  }
  if (front_end.statistics) routes.push_back({"GET", "/v2/models/stats", Role::kObserve, Now(front_end, ModelStats)});
  const auto act = [&](std::string_view verb, const FrontEnd::RepositoryAction& action) {
    if (!action) return;
    routes.push_back({"POST", "/v2/repository/models/{model}/" + std::string(verb), Role::kControl,
                      [&action](Request request, Responder responder) {
                        HandleRepositoryAction(action, request, std::move(responder));
                      }});
  };
  act("load", front_end.load);
  act("unload", front_end.unload);
  return routes;
}

}  // namespace crossdock::net::http

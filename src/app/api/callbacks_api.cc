#include "app/api/callbacks_api.h"

#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/api/operations.h"

namespace crossdock::app {
namespace {

using jobs::Letter;
using net::http::Request;
using net::http::Responder;
using net::http::Response;
using Json = nlohmann::ordered_json;

constexpr size_t kMostListed = 1000;

Response ToResponse(const std::vector<Letter>& letters, int status) {
  Json list = Json::array();
  for (const Letter& letter : letters) {
    list.push_back({{"id", letter.id},
                    {"job", letter.job},
                    {"url", letter.url},
                    {"made_ms", letter.made_ms},
                    {"attempts", letter.failures},
                    {"why", letter.why}});
  }
  Response response;
  response.status = status;
  response.body = Json{{"callbacks", std::move(list)}}.dump(-1, ' ', false, Json::error_handler_t::replace);
  return response;
}

jobs::Journal::ToldOf<std::vector<Letter>> AnswerTo(Responder responder, int status) {
  return [responder = std::move(responder), status](Result<std::vector<Letter>> letters) mutable {
    if (!letters) return responder.Send(letters.error());
    responder.SendMade([letters = *std::move(letters), status] { return ToResponse(letters, status); });
  };
}

}  // namespace

std::vector<net::http::Route> CallbackRoutes(jobs::Journal& journal, jobs::CallbackService& callbacks) {
  using net::http::Role;
  const auto replay = [&callbacks](const Request& request, Responder responder) {
    callbacks.Replay(std::string(request.param("id")), AnswerTo(std::move(responder), 202));
  };
  return {{.method = "GET",
           .path = "/v1/callbacks/dead",
           .role = Role::kObserve,
           .handler =
               [&journal](const Request&, Responder responder) {
                 journal.DeadLetters(kMostListed, AnswerTo(std::move(responder), 200));
               },
           .operation = DescribeDeadCallbacks()},
          {.method = "POST",
           .path = "/v1/callbacks/replay",
           .role = Role::kControl,
           .handler = replay,
           .operation = DescribeReplay("Tries all of them again")},
          {.method = "POST",
           .path = "/v1/callbacks/{id}/replay",
           .role = Role::kControl,
           .handler = replay,
           .operation = DescribeReplay("Tries one of them again")}};
}

}  // namespace crossdock::app

#include "app/api/verdict_api.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/api/operations.h"
#include "jobs/verdict_json.h"
#include "net/http/prefer.h"

namespace crossdock::app {

using net::http::Request;
using net::http::Responder;

net::http::Route VerdictRoute(fusion::ParcelTable& parcels, Clock& clock, std::chrono::seconds longest_wait) {
  return {
      .method = "GET",
      .path = "/v1/pipelines/{name}/parcels/{parcel}",
      .role = net::http::Role::kInfer,
      .handler =
          [&parcels, &clock, longest_wait](const Request& request, Responder responder) {
            if (request.param("name") != "parcel") {
              return responder.Send(Error{
                  ErrorCode::kNotFound, fmt::format("no pipeline \"{}\" has parcels", request.param("name")), "name"});
            }
            const auto preference = net::http::ParsePrefer(request.headers.Get("Prefer"), longest_wait);
            if (!preference) return responder.Send(preference.error());
            const TimePoint until = clock.Now() + preference->wait.value_or(std::chrono::milliseconds(0));
            parcels.Wait({request.caller.tenant(), std::string(request.param("parcel"))}, until,
                         [responder = std::move(responder)](Result<fusion::ParcelView> parcel) mutable {
                           if (!parcel) return responder.Send(parcel.error());
                           responder.SendMade([parcel = *std::move(parcel)] {
                             net::http::Response response;
                             response.body = jobs::ToJson(parcel);
                             return response;
                           });
                         });
          },
      .operation = DescribeVerdict()};
}

}  // namespace crossdock::app

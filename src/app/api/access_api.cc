#include "app/api/access_api.h"

#include <utility>

#include "app/api/operations.h"
#include "base/log.h"

namespace crossdock::app {

net::http::Route AccessReloadRoute(access::Gate& gate) {
  return {.method = "POST",
          .path = "/v1/access/reload",
          .role = net::http::Role::kControl,
          .handler =
              [&gate](const net::http::Request&, net::http::Responder responder) {
                if (const Status read = gate.Reload(); !read) return responder.Send(read.error());
                log::Info("the principals were read again");
                net::http::Response response;
                response.body = "{}";
                responder.Send(std::move(response));
              },
          .operation = DescribeAccessReload()};
}

}  // namespace crossdock::app

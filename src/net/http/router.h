#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "net/http/message.h"
#include "net/http/operation.h"
#include "net/http/responder.h"

namespace crossdock::net::http {

using Role = access::Role;

/// Runs on a receiving thread, so it must not block: long work goes elsewhere and takes the responder along.
using Handler = std::function<void(Request, Responder)>;

/// One row of the table that `app` gives to the server.
struct Route {
  std::string method;  // "GET" serves HEAD as well
  std::string path;    // "/v2/models/{model}/infer"; a last part "{rest*}" takes all that follows
  Role role = Role::kInfer;
  Handler handler;
  size_t max_body_bytes = 0;  // 0: the server's limit
  size_t id = 0;              // set by the router: the row's number
  Operation operation = {};   // what it says of itself
};

/// Finds the row for a method and path. Immutable once made; any thread.
class Router {
 public:
  explicit Router(std::vector<Route> routes);

  struct Match {
    const Route* route = nullptr;  // null: see the others
    NamedValues params;
    std::vector<std::string> allowed;  // methods of this path when only the method is wrong; empty: no such path
    bool bad_path = false;             // a broken percent sign
  };
  /// Parts spelled out win over parts in braces.
  Match Find(std::string_view method, std::string_view path) const;

  const std::vector<Route>& routes() const { return routes_; }

 private:
  struct Pattern {
    std::vector<std::string> parts;
    bool takes_rest = false;
    size_t route = 0;
  };
  std::vector<Route> routes_;
  std::vector<Pattern> patterns_;  // the most literal first
};

}  // namespace crossdock::net::http

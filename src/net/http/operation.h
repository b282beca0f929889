#pragma once

#include <string>
#include <string_view>
#include <vector>

/// What a route says of itself: stands in the router's table beside the handler, and /openapi.json is written from it.
namespace crossdock::net::http {

/// A named JSON schema, as its text (JSON Schema 2020-12, as in OpenAPI 3.1). Refers to others by "#/components/schemas/NAME".
struct Schema {
  std::string_view name;
  std::string_view json;
};

/// A value of the query, of a header or of the path. Parts of the path are read off its pattern: one stands here only to say more.
struct InputValue {
  enum class In { kQuery, kHeader, kPath };
  std::string name;
  In in = In::kQuery;
  std::string meaning;
  std::string schema;  // JSON text
};

/// A media type and the name of its schema; no name: any bytes.
struct Content {
  std::string type;
  std::string schema;
};

struct Outcome {
  int status = 200;
  std::string meaning;
  std::vector<Content> contents = {};     // none: the shared error, or no body where the status is below 400
  std::vector<std::string> headers = {};  // that it has
};

struct Operation {
  std::string summary;  // one line; empty: the route is not described
  std::string tag;      // the group it is shown in
  std::vector<InputValue> values = {};
  std::vector<Content> takes = {};  // none: no body
  bool body_required = true;
  std::vector<Outcome> gives =
      {};  // without what any route may give: 400, 404 of a path part, 401, 403, 408, 413, 415, 417, 429, 431, 501, 503
};

}  // namespace crossdock::net::http

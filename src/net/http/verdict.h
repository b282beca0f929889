#pragma once

#include <cstddef>
#include <optional>

#include "net/http/content_coding.h"
#include "net/http/message.h"
#include "net/http/request_parser.h"
#include "net/http/router.h"

namespace crossdock::net::http {

/// What can be said of a request before its body is read.
struct Verdict {
  std::optional<Response> refusal;  // 204 (OPTIONS), 400, 404, 405, 413, 415, 417, 501
  Router::Match match;              // with a route, if there is no refusal
  size_t max_body = 0;              // as it comes, and again decompressed
  ContentCoding coding = ContentCoding::kIdentity;
};

/// Finds the route and looks at the headers that change how a body is read. Fills path and query of `request`, whose id is set.
/// `max_body_bytes`: of routes that have no limit of their own.
Verdict Judge(const RequestHead& head, const Router& router, size_t max_body_bytes, Request& request);

/// kInvalidArgument, reason kTooLarge, naming the limit.
Error BodyTooLarge(size_t most);

}  // namespace crossdock::net::http

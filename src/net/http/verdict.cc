#include "net/http/verdict.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "net/http/ascii.h"
#include "net/http/uri.h"

namespace crossdock::net::http {
namespace {

/// "405" says what would have been right.
Response MethodNotAllowed(const Router::Match& match, std::string_view method, std::string_view request_id) {
  std::string allowed;
  for (const auto& name : match.allowed) allowed += (allowed.empty() ? "" : ", ") + name;
  Response response;
  if (method == "OPTIONS") {
    response.status = 204;
  } else {
    response = ErrorResponse(
        InvalidArgument("method", fmt::format("{} is not possible here; it takes {}", method, allowed)), request_id);
    response.status = 405;
  }
  response.headers.push_back({"Allow", allowed});
  return response;
}

Response Refuse(int status, std::string field, std::string message, std::string_view request_id) {
  auto response = ErrorResponse(InvalidArgument(std::move(field), std::move(message)), request_id);
  response.status = status;
  return response;
}

/// RFC 9112, 3.2: exactly one Host in HTTP/1.1, whose value could be one; of an older client none, too.
bool NamesItsHost(const RequestHead& head) {
  size_t count = 0;
  for (const Header& line : head.headers.lines()) {
    if (!EqualsIgnoringCase(line.name, "Host")) continue;
    ++count;
    if (line.value.find_first_of(" \t,/?#@") != std::string::npos) return false;
  }
  return count == 1 || (count == 0 && head.http_1_0);
}

}  // namespace

Error BodyTooLarge(size_t most) {
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("the request body is larger than {} bytes, the limit here", most), "body",
               Reason::kTooLarge};
}

Verdict Judge(const RequestHead& head, const Router& router, size_t max_body_bytes, Request& request) {
  Verdict verdict;
  auto target = ParseTarget(head.target);
  if (!target) {
    verdict.refusal = ErrorResponse(target.error(), request.id);
    return verdict;
  }
  request.path = std::move(target->path);
  request.query = std::move(target->query);
  verdict.match = router.Find(head.method, request.path);
  const auto& match = verdict.match;
  const auto expect = head.headers.Get("Expect");
  const auto coding = ParseContentEncoding(head.headers.Get("Content-Encoding"));
  if (!NamesItsHost(head)) {
    verdict.refusal = Refuse(400, "Host", "a request has one Host header with the name of the server", request.id);
  } else if (match.bad_path) {
    verdict.refusal = Refuse(400, "path", "a percent sign without two hexadecimal digits", request.id);
  } else if (match.route == nullptr && !match.allowed.empty()) {
    verdict.refusal = MethodNotAllowed(match, head.method, request.id);
  } else if (match.route == nullptr) {
    verdict.refusal =
        ErrorResponse({ErrorCode::kNotFound, fmt::format("nothing is served at {}", request.path), "path"}, request.id);
  } else if (head.strange_encoding) {
    verdict.refusal = Refuse(501, "Transfer-Encoding", "only chunked is understood, and in HTTP/1.1 only", request.id);
  } else if (!coding) {
    verdict.refusal =
        Refuse(415, "Content-Encoding",
               fmt::format("a body comes as it is, or in one of {}; not in several one over the other", kTakenCodings),
               request.id);
    verdict.refusal->headers.push_back({"Accept-Encoding", std::string(kTakenCodings)});
  } else if (!expect.empty() && !head.expects_continue) {
    verdict.refusal = Refuse(417, "Expect", "only 100-continue is understood", request.id);
  } else {
    verdict.coding = *coding;
    verdict.max_body = match.route->max_body_bytes > 0 ? match.route->max_body_bytes : max_body_bytes;
    if (head.content_length > verdict.max_body)
      verdict.refusal = ErrorResponse(BodyTooLarge(verdict.max_body), request.id);
  }
  return verdict;
}

}  // namespace crossdock::net::http

#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "access/gate.h"
#include "base/clock.h"
#include "base/result.h"
#include "net/http/body.h"
#include "tensor/tensor.h"

namespace crossdock::net::http {

struct Header {
  std::string name;
  std::string value;
};

/// Header lines in the order they came. Names are compared without regard to case.
class Headers {
 public:
  void Add(std::string name, std::string value) { lines_.push_back({std::move(name), std::move(value)}); }
  /// The first of that name, or an empty text.
  std::string_view Get(std::string_view name) const;
  bool Has(std::string_view name) const;
  const std::vector<Header>& lines() const { return lines_; }

 private:
  std::vector<Header> lines_;
};

/// Names are those of the route's pattern, or of the query.
using NamedValues = std::vector<std::pair<std::string, std::string>>;

/// A whole request, free of the connection it came by.
struct Request {
  std::string method;  // "POST"
  std::string path;    // as it came, without the query
  NamedValues params;  // parts of the path, percent-decoded
  NamedValues query;   // percent-decoded
  Headers headers;
  Body body;
  std::string id;           // X-Request-Id, or a new one
  std::string remote;       // the client's address
  access::Caller caller;    // who asks
  TimePoint received;       // when the last byte had come
  std::stop_source cancel;  // requested when the client goes away

  /// The named part of the path; empty if the pattern has none.
  std::string_view param(std::string_view name) const;
  std::optional<std::string_view> query_value(std::string_view name) const;
};

/// A whole answer. The head's Content-Length, X-Request-Id, Date and Connection are written by the connection.
struct Response {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::vector<tensor::Tensor> tail;  // sent after `body`, without a copy
  std::vector<Header> headers;       // name and value without line breaks
};

/// The shared error body, with Retry-After where it is of use to come back.
Response ErrorResponse(const Error& error, std::string_view request_id);

}  // namespace crossdock::net::http

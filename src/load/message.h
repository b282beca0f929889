#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "load/http_client.h"

namespace crossdock::load {

/// A request, written out once and sent as often as wanted. Copies share the body.
struct Message {
  std::string head;  // request line and header lines, with the empty line
  std::shared_ptr<const std::string> body;
  /// Answered 202 with a Location, the sender asks there until the job is done; that is when the request is answered.
  bool follow = false;
  size_t size_bytes() const { return head.size() + (body ? body->size() : 0); }
};

using HeaderLines = std::vector<std::pair<std::string, std::string>>;

/// Writes a request out; Host and Content-Length come from here. None of the texts may hold a line break.
Message MakeMessage(const Address& address, const std::string& method, const std::string& path,
                    const HeaderLines& headers, std::shared_ptr<const std::string> body);

/// The request that asks for a job at its Location, a path or an absolute address of the same server; its answer may take a while.
Message MakeFollowUp(const Address& address, const std::string& location);

}  // namespace crossdock::load

#pragma once

#include <string>
#include <string_view>

#include "net/http/message.h"

namespace crossdock::net::http {

/// "OK", "Not Found", …; empty for numbers without a name.
std::string_view StatusText(int status);

struct HeadFacts {
  std::string_view request_id;
  std::string_view date;  // as in RFC 9110; empty: none
  bool close = false;
  bool http_1_0 = false;
  bool streamed = false;  // of unknown length: in chunks, or up to the end of the connection
};

/// Status line and headers up to the empty line. Headers of the response that hold a line break are left out.
std::string ResponseHead(const Response& response, const HeadFacts& facts);

}  // namespace crossdock::net::http

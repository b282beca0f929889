#pragma once

#include "net/front_end.h"
#include "net/http/message.h"

/// What the server says of itself.
namespace crossdock::net::http {

Response ServerMetadata(const FrontEnd& front_end, const Request& request);
Response ServerLive(const FrontEnd& front_end, const Request& request);
/// 200, or 503 while the server does not take requests.
Response ServerReady(const FrontEnd& front_end, const Request& request);

}  // namespace crossdock::net::http

#pragma once

#include "net/front_end.h"
#include "net/http/message.h"
#include "net/http/responder.h"

namespace crossdock::net::http {

/// POST /v2/models/{model}[/versions/{version}]/infer.
void HandleInfer(const FrontEnd& front_end, Request request, Responder responder);

}  // namespace crossdock::net::http

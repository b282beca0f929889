#pragma once

#include "net/front_end.h"
#include "net/http/message.h"
#include "net/http/responder.h"

/// The model repository extension.
namespace crossdock::net::http {

/// Every version with its state; {"ready":true} in the body leaves only those that can be used.
Response RepositoryIndex(const FrontEnd& front_end, const Request& request);

/// Load or unload {model}; answers when it is done. Configurations and files in the body are not taken.
void HandleRepositoryAction(const FrontEnd::RepositoryAction& action, const Request& request, Responder responder);

}  // namespace crossdock::net::http

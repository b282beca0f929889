#pragma once

#include "net/front_end.h"
#include "net/http/message.h"

/// What the server says of one model: {model} and, where the path has it, {version}.
namespace crossdock::net::http {

Response ModelMetadata(const FrontEnd& front_end, const Request& request);
/// 200, 404 for a model that is not there, 503 for one that is not ready.
Response ModelReady(const FrontEnd& front_end, const Request& request);
/// The model configuration extension: what perf_analyzer and other clients read batch sizes from.
Response ModelConfig(const FrontEnd& front_end, const Request& request);
/// The statistics extension; without {model}, of all.
Response ModelStats(const FrontEnd& front_end, const Request& request);

}  // namespace crossdock::net::http

#pragma once

#include "net/description.h"
#include "net/front_end.h"
#include "net/grpc/inference.pb.h"

/// What the server says of models, as messages.
namespace crossdock::net::grpc {

void Fill(const ModelDescription& model, inference::ModelMetadataResponse& message);
void Fill(const ModelConfiguration& config, inference::ModelConfig& message);
void Fill(const net::ModelStatistics& model, inference::ModelStatistics& message);

}  // namespace crossdock::net::grpc

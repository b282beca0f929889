#pragma once

#include <string>

#include <grpcpp/support/byte_buffer.h>

#include "base/result.h"
#include "net/grpc/inference.pb.h"
#include "pipeline/request.h"

/// Inference messages as they go over the wire: tensors of megabytes are not copied on their way through.
namespace crossdock::net::grpc {

/// The message in `bytes`, which is empty afterwards.
/// errors  kInvalidArgument: it is none
Result<inference::ModelInferRequest> ReadInferRequest(::grpc::ByteBuffer& bytes);

/// What EncodeInferReply makes, serialized. Large outputs are lent to gRPC, which keeps them alive until they are sent.
::grpc::ByteBuffer WriteInferReply(const std::string& id, bool timing, const pipeline::InferAnswer& answer);

}  // namespace crossdock::net::grpc

#pragma once

#include <string_view>

#include "base/result.h"
#include "model/version.h"
#include "net/http/body.h"
#include "net/http/message.h"
#include "net/infer_call.h"

namespace crossdock::net::http {

/// Where the tensors of a binary request begin: behind its JSON. That place is put on a boundary, so that they need no copy.
size_t BinaryPart(const Headers& headers);

/// The body of an inference call. `json_length` is the Inference-Header-Content-Length header: empty, everything is JSON; a number, so
/// many bytes are JSON and the rest are the binary inputs one after another. Tensors share the body's memory where its alignment
/// allows.
/// errors  kInvalidArgument, kUnimplemented: naming the field
Result<InferCall> DecodeInfer(const Body& body, std::string_view json_length);

/// The body that is nothing but the data of a model's only input (json_length 0). One dimension may be open and is found from the
/// size.
/// errors  kInvalidArgument: several inputs, or the size fits no shape
Result<InferCall> DecodeRawInfer(const Body& body, const model::Version& version);

/// The body that is one picture, for a model whose configuration says how it becomes an input.
/// errors  kInvalidArgument at "Content-Type": the model takes no pictures; at "body": there is none
Result<InferCall> DecodePictureInfer(const Body& body, const model::Version& version);

}  // namespace crossdock::net::http

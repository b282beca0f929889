#pragma once

#include <string>
#include <string_view>

#include <grpcpp/support/server_callback.h>

#include "access/gate.h"
#include "base/clock.h"
#include "base/result.h"
#include "net/infer_call.h"

/// What a call says beside its messages.
namespace crossdock::net::grpc {

/// The client's metadata of that lower-case name; empty if there is none.
std::string_view MetadataOf(const ::grpc::CallbackServerContext& context, const char* key);

/// The client's id of the call where it is good, else a new one.
std::string RequestIdOf(const ::grpc::CallbackServerContext& context);

/// Milliseconds that the client is willing to wait; negative if it did not say.
double RemainingMs(const ::grpc::CallbackServerContext& context);

/// What metadata and deadline of the call that brought it add to an inference: who calls, id, arrival, options. Of the call's deadline and
/// the message's the earlier one holds.
/// errors  kInvalidArgument naming the metadata; kDeadlineExceeded: it had passed already
Status ApplyCall(const ::grpc::CallbackServerContext& context, access::Caller caller, std::string request_id,
                 TimePoint received, InferCall& call);

}  // namespace crossdock::net::grpc

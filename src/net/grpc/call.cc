#include "net/grpc/call.h"

#include <algorithm>
#include <utility>

#include <grpcpp/server_context.h>

#include "net/grpc/call_metadata.h"
#include "net/status.h"

namespace crossdock::net::grpc {
namespace {

constexpr size_t kLongestTrailer = 256;

/// The address in what gRPC calls a peer: "ipv4:127.0.0.1:50000", "ipv6:%5B::1%5D:50000".
std::string AddressOf(std::string_view peer) {
  const size_t kind = peer.find(':');
  const size_t port = peer.rfind(':');
  if (kind == std::string_view::npos || port <= kind) return {};
  std::string_view address = peer.substr(kind + 1, port - kind - 1);
  for (const std::string_view open : {"%5B", "["}) {
    if (address.starts_with(open)) address.remove_prefix(open.size());
  }
  for (const std::string_view close : {"%5D", "]"}) {
    if (address.ends_with(close)) address.remove_suffix(close.size());
  }
  return std::string(address);
}

}  // namespace

void CallHandle::Finish(UniqueFunction<::grpc::Status(Call&)> write) {
  auto held = call.Lock();
  Call* const mine = std::exchange(*held, nullptr);
  // Under the lock: gRPC may delete the call only after the status is given.
  if (mine != nullptr) mine->FinishWith(write(*mine));
}

void CallHandle::End() {
  Finish([](Call& mine) { return mine.Fail(CallList::Stopped()); });
}

Result<access::Caller> Ask(access::Gate* gate, const ::grpc::CallbackServerContext& context, access::Role role) {
  const auto tenant = MetadataOf(context, "x-crossdock-tenant");
  if (gate == nullptr) return access::Caller::Unasked(tenant);
  const std::string address = AddressOf(context.peer());
  return gate->Enter({MetadataOf(context, "authorization"), address}, tenant, role);
}

Call::Call(::grpc::CallbackServerContext& context, const Door& door, const char* method, access::Role role)
    : context_(context),
      door_(door),
      method_(method),
      request_id_(RequestIdOf(context)),
      received_(std::chrono::steady_clock::now()),
      caller_(Ask(door.gate, context, role)),
      handle_(std::make_shared<CallHandle>()) {
  *handle_->call.Lock() = this;
  context_.AddInitialMetadata("x-request-id", request_id_);
  door_.calls.Add(handle_);
}

::grpc::Status Call::Fail(const Error& refused) {
  const Error error = WithRetryAdvice(refused, DrawJitter());
  if (!error.field.empty()) AddTrailer("x-crossdock-field", error.field);
  if (error.reason != Reason::kNone) AddTrailer("x-crossdock-reason", Name(error.reason));
  if (error.retry_after.count() > 0) {
    AddTrailer("x-crossdock-retry-after-ms", std::to_string(error.retry_after.count()));
    AddTrailer("grpc-retry-pushback-ms", std::to_string(error.retry_after.count()));
  } else if (error.reason == Reason::kDeadlineUnmeetable) {
    AddTrailer("grpc-retry-pushback-ms", "-1");
  }
  return ToStatus(error);
}

void Call::AddTrailer(const char* key, std::string_view value) {
  std::string ascii(value.substr(0, kLongestTrailer));
  std::replace_if(ascii.begin(), ascii.end(), [](char c) { return c < 0x20 || c > 0x7E; }, '?');
  context_.AddTrailingMetadata(key, ascii);
}

void Call::FinishWith(const ::grpc::Status& status) {
  door_.metrics.Answered(method_, status.error_code(), std::chrono::steady_clock::now() - received_, request_id_);
  Finish(status);
}

void Call::OnDone() {
  door_.calls.Remove(handle_);
  delete this;
}

::grpc::Status ToStatus(const Error& error) {
  return {static_cast<::grpc::StatusCode>(GrpcCode(error)), ErrorText(error)};
}

}  // namespace crossdock::net::grpc

#include "net/grpc/call.h"

#include <algorithm>
#include <utility>

#include <grpcpp/server_context.h>

#include "net/request_id.h"
#include "net/status.h"

namespace crossdock::net::grpc {
namespace {

constexpr size_t kLongestTrailer = 256;

std::string_view Find(const ::grpc::CallbackServerContext& context, const char* key) {
  const auto& metadata = context.client_metadata();
  const auto at = metadata.find(key);
  return at == metadata.end() ? std::string_view() : std::string_view(at->second.data(), at->second.size());
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

Call::Call(::grpc::CallbackServerContext& context, CallList& list, Metrics& metrics, const char* method)
    : context_(context),
      list_(list),
      metrics_(metrics),
      method_(method),
      request_id_(RequestIdOr(Find(context, "x-request-id"))),
      received_(std::chrono::steady_clock::now()),
      handle_(std::make_shared<CallHandle>()) {
  *handle_->call.Lock() = this;
  context_.AddInitialMetadata("x-request-id", request_id_);
  list_.Add(handle_);
}

std::string_view Call::metadata(const char* key) const { return Find(context_, key); }

double Call::remaining_ms() const {
  const auto deadline = context_.deadline();
  if (deadline == std::chrono::system_clock::time_point::max()) return -1;
  return std::max(0.0, std::chrono::duration<double, std::milli>(deadline - std::chrono::system_clock::now()).count());
}

::grpc::Status Call::Fail(const Error& error) {
  if (!error.field.empty()) AddTrailer("x-crossdock-field", error.field);
  if (error.reason != Reason::kNone) AddTrailer("x-crossdock-reason", Name(error.reason));
  if (error.retry_after.count() > 0)
    AddTrailer("x-crossdock-retry-after-ms", std::to_string(error.retry_after.count()));
  return ToStatus(error);
}

void Call::AddTrailer(const char* key, std::string_view value) {
  std::string ascii(value.substr(0, kLongestTrailer));
  std::replace_if(ascii.begin(), ascii.end(), [](char c) { return c < 0x20 || c > 0x7E; }, '?');
  context_.AddTrailingMetadata(key, ascii);
}

void Call::FinishWith(const ::grpc::Status& status) {
  metrics_.Answered(method_, status.error_code(), std::chrono::steady_clock::now() - received_, request_id_);
  Finish(status);
}

void Call::OnDone() {
  list_.Remove(handle_);
  delete this;
}

::grpc::Status ToStatus(const Error& error) {
  return {static_cast<::grpc::StatusCode>(GrpcCode(error)), ErrorText(error)};
}

}  // namespace crossdock::net::grpc

#include "net/grpc/call.h"

#include <algorithm>
#include <utility>

#include <grpcpp/server_context.h>

#include "net/grpc/call_metadata.h"
#include "net/status.h"

namespace crossdock::net::grpc {
namespace {

constexpr size_t kLongestTrailer = 256;

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
      request_id_(RequestIdOf(context)),
      received_(std::chrono::steady_clock::now()),
      handle_(std::make_shared<CallHandle>()) {
  *handle_->call.Lock() = this;
  context_.AddInitialMetadata("x-request-id", request_id_);
  list_.Add(handle_);
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

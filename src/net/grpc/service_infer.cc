#include <utility>

#include "net/grpc/call.h"
#include "net/grpc/call_metadata.h"
#include "net/grpc/infer_bytes.h"
#include "net/grpc/infer_messages.h"
#include "net/grpc/service.h"

namespace crossdock::net::grpc {

Service::Reactor* Service::ModelInfer(Context* context, const ::grpc::ByteBuffer* request,
                                      ::grpc::ByteBuffer* response) {
  auto* call = new Call(*context, door_, "ModelInfer", access::Role::kInfer);
  const auto handle = call->handle();
  const auto fail = [&](const Error& error) {
    handle->Finish([&](Call& mine) { return mine.Fail(error); });
    return call;
  };
  if (!call->caller()) return fail(call->caller().error());
  if (const Status held = call->caller()->Hold(request->Length()); !held) return fail(held.error());
  // gRPC hands the bytes out as const, but nobody else reads them: what was read is given back at once.
  auto message = ReadInferRequest(const_cast<::grpc::ByteBuffer&>(*request));
  if (!message) return fail(message.error());
  auto decoded = DecodeInfer(*message);
  if (!decoded) return fail(decoded.error());
  if (auto applied = ApplyCall(*context, *call->caller(), call->request_id(), call->received(), *decoded); !applied)
    return fail(applied.error());
  auto infer = BuildInferRequest(front_end_, *decoded);
  if (!infer) return fail(infer.error());

  infer->context.cancel = handle->cancel;
  const std::string id = decoded->body_id.empty() ? call->request_id() : decoded->body_id;
  infer->done = pipeline::Completion<pipeline::InferAnswer>(
      [handle, response, id, timing = decoded->options.timing](Result<pipeline::InferAnswer> answer) {
        handle->Finish([&](Call& mine) {
          if (!answer) return mine.Fail(answer.error());
          *response = WriteInferReply(id, timing, *answer);
          return ::grpc::Status::OK;
        });
      });
  front_end_.infer.Infer(std::move(*infer));
  return call;
}

StreamCall* Service::ModelStreamInfer(Context* context) {
  return new StreamCall(*context, front_end_, door_, stream_limits_);  // gRPC's to delete, through OnDone
}

}  // namespace crossdock::net::grpc

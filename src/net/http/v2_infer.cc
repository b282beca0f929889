#include "net/http/v2_infer.h"

#include <memory>
#include <utility>

#include "net/call_parameters.h"
#include "net/http/infer_decode.h"
#include "net/http/infer_reply.h"

namespace crossdock::net::http {
namespace {

Result<InferCall> Decode(const FrontEnd& front_end, const Request& request) {
  const auto json_length = request.headers.Get("Inference-Header-Content-Length");
  const bool picture = request.headers.Get("Content-Type").starts_with("image/");
  if (json_length != "0" && !picture) return DecodeInfer(request.body, json_length);
  const auto version = ParseVersion(request.param("version"), "model_version");
  if (!version) return version.error();
  const auto pin = front_end.catalog.Find(request.param("model"), *version);
  if (!pin) return pin.error();
  return picture ? DecodePictureInfer(request.body, **pin) : DecodeRawInfer(request.body, **pin);
}

Status ApplyRequest(const Request& request, InferCall& call) {
  call.model = request.param("model");
  call.version = request.param("version");
  call.request_id = request.id;
  call.caller = request.caller;
  call.received = request.received;
  return ApplyHeaders(request.headers.Get("X-Crossdock-Tier"), request.headers.Get("X-Crossdock-Deadline-Ms"),
                      request.headers.Get("X-Crossdock-Timing"), call);
}

}  // namespace

void HandleInfer(const FrontEnd& front_end, Request request, Responder responder) {
  auto call = Decode(front_end, request);
  if (!call) return responder.Send(call.error());
  if (auto applied = ApplyRequest(request, *call); !applied) return responder.Send(applied.error());
  auto infer = BuildInferRequest(front_end, *call);
  if (!infer) return responder.Send(infer.error());
  infer->context.cancel = request.cancel;

  ReplyPlan plan{call->body_id.empty() ? request.id : std::move(call->body_id), std::move(call->outputs),
                 call->binary_outputs, call->options.timing};
  // The engine's thread only hands the answer over; it is written on the connection's own.
  infer->done = pipeline::Completion<pipeline::InferAnswer>(
      [plan = std::move(plan), responder = std::move(responder)](Result<pipeline::InferAnswer> answer) mutable {
        if (!answer) return responder.Send(answer.error());
        const std::string id = responder.request_id();
        responder.SendMade([plan = std::move(plan), answer = std::move(*answer), id] {
          auto response = EncodeInferReply(plan, answer);
          return response ? std::move(*response) : ErrorResponse(response.error(), id);
        });
      });
  front_end.infer.Infer(std::move(*infer));
}

}  // namespace crossdock::net::http

#include "net/http/infer_reply.h"

#include <fmt/format.h>

#include "net/http/json_writer.h"

namespace crossdock::net::http {
namespace {

bool IsBinary(const ReplyPlan& plan, const std::string& output) {
  for (const WantedOutput& wanted : plan.outputs) {
    if (wanted.name == output) return wanted.binary.value_or(plan.binary_outputs);
  }
  return plan.binary_outputs;
}

double Milliseconds(Nanos time) { return std::chrono::duration<double, std::milli>(time).count(); }

void WriteTiming(JsonWriter& json, const pipeline::Timing& timing) {
  json.Key("parameters").BeginObject();
  json.Key("queue_ms").Number(Milliseconds(timing.queue));
  json.Key("pre_ms").Number(Milliseconds(timing.preprocess));
  json.Key("engine_ms").Number(Milliseconds(timing.engine));
  json.Key("post_ms").Number(Milliseconds(timing.postprocess));
  json.Key("batch_rows").Integer(timing.batch_rows);
  json.EndObject();
}

}  // namespace

Result<Response> EncodeInferReply(const ReplyPlan& plan, const pipeline::InferAnswer& answer) {
  Response response;
  JsonWriter json;
  json.BeginObject();
  json.Key("model_name").String(answer.model.name);
  json.Key("model_version").String(std::to_string(answer.model.version));
  json.Key("id").String(plan.id);
  if (plan.timing) WriteTiming(json, answer.timing);
  json.Key("outputs").BeginArray();
  for (size_t i = 0; i < answer.outputs.size(); ++i) {
    const auto& [name, tensor] = answer.outputs[i];
    json.BeginObject();
    json.Key("name").String(name);
    json.Key("datatype").String(tensor::Name(tensor.dtype()));
    json.Key("shape").Shape(tensor.shape());
    if (IsBinary(plan, name)) {
      json.Key("parameters").BeginObject().Key("binary_data_size").Unsigned(tensor.size_bytes()).EndObject();
      response.tail.push_back(tensor);
    } else {
      const auto elements = JsonElements(tensor.view(), fmt::format("outputs[{}]", i));
      if (!elements) return elements.error();
      json.Key("data").Raw(*elements);
    }
    json.EndObject();
  }
  json.EndArray().EndObject();
  response.body = json.Take();
  if (!response.tail.empty()) {
    response.content_type = "application/octet-stream";
    response.headers.push_back({"Inference-Header-Content-Length", std::to_string(response.body.size())});
  }
  if (plan.timing) response.headers.push_back({"Server-Timing", ServerTiming(answer.timing)});
  return response;
}

std::string ServerTiming(const pipeline::Timing& timing) {
  return fmt::format("queue;dur={:.3f}, pre;dur={:.3f}, engine;dur={:.3f}, post;dur={:.3f}, batch;desc=\"{}\"",
                     Milliseconds(timing.queue), Milliseconds(timing.preprocess), Milliseconds(timing.engine),
                     Milliseconds(timing.postprocess), timing.batch_rows);
}

}  // namespace crossdock::net::http

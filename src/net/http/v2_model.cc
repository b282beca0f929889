#include "net/http/v2_model.h"

#include <string>

#include "net/description.h"
#include "net/http/json_writer.h"
#include "net/infer_call.h"

namespace crossdock::net::http {
namespace {

Response Ok(JsonWriter& json) {
  Response response;
  response.body = json.Take();
  return response;
}

void WriteDuration(JsonWriter& json, std::string_view key, const DurationCount& duration) {
  json.Key(key).BeginObject().Key("count").Unsigned(duration.count).Key("ns").Unsigned(duration.ns).EndObject();
}

void WriteStatistics(JsonWriter& json, const ModelStatistics& model) {
  json.BeginObject();
  json.Key("name").String(model.name);
  json.Key("version").String(model.version);
  json.Key("last_inference").Unsigned(model.last_inference_ms);
  json.Key("inference_count").Unsigned(model.inference_count);
  json.Key("execution_count").Unsigned(model.execution_count);
  json.Key("inference_stats").BeginObject();
  WriteDuration(json, "success", model.success);
  WriteDuration(json, "fail", model.fail);
  WriteDuration(json, "queue", model.queue);
  WriteDuration(json, "compute_input", model.compute_input);
  WriteDuration(json, "compute_infer", model.compute_infer);
  WriteDuration(json, "compute_output", model.compute_output);
  WriteDuration(json, "cache_hit", model.cache_hit);
  WriteDuration(json, "cache_miss", model.cache_miss);
  json.EndObject();
  json.Key("batch_stats").BeginArray();
  for (const auto& batch : model.batches) {
    json.BeginObject().Key("batch_size").Unsigned(batch.batch_size);
    WriteDuration(json, "compute_input", batch.compute_input);
    WriteDuration(json, "compute_infer", batch.compute_infer);
    WriteDuration(json, "compute_output", batch.compute_output);
    json.EndObject();
  }
  json.EndArray().EndObject();
}

}  // namespace

Response ModelMetadata(const FrontEnd& front_end, const Request& request) {
  const auto model =
      DescribeModel(front_end.catalog, std::string(request.param("model")), std::string(request.param("version")));
  if (!model) return ErrorResponse(model.error(), request.id);
  JsonWriter json;
  json.BeginObject();
  json.Key("name").String(model->name);
  json.Key("versions").Strings(model->versions);
  json.Key("platform").String(model->platform);
  const auto ports = [&](std::string_view key, const std::vector<TensorDescription>& list) {
    json.Key(key).BeginArray();
    for (const auto& port : list) {
      json.BeginObject()
          .Key("name")
          .String(port.name)
          .Key("datatype")
          .String(tensor::Name(port.dtype))
          .Key("shape")
          .Shape(port.shape)
          .EndObject();
    }
    json.EndArray();
  };
  ports("inputs", model->inputs);
  ports("outputs", model->outputs);
  json.EndObject();
  return Ok(json);
}

Response ModelReady(const FrontEnd& front_end, const Request& request) {
  const auto version = ParseVersion(request.param("version"), "version");
  if (!version) return ErrorResponse(version.error(), request.id);
  const auto pin = front_end.catalog.Find(request.param("model"), *version);
  if (!pin) return ErrorResponse(pin.error(), request.id);
  JsonWriter json;
  json.BeginObject().Key("name").String((*pin)->id().name).Key("ready").Bool(true).EndObject();
  return Ok(json);
}

Response ModelConfig(const FrontEnd& front_end, const Request& request) {
  const auto config =
      Configuration(front_end.catalog, std::string(request.param("model")), std::string(request.param("version")));
  if (!config) return ErrorResponse(config.error(), request.id);
  JsonWriter json;
  json.BeginObject();
  json.Key("name").String(config->model.name);
  json.Key("platform").String(config->model.platform);
  json.Key("backend").String(config->model.backend);
  json.Key("max_batch_size").Integer(config->max_batch_size);
  const auto ports = [&](std::string_view key, const std::vector<TensorDescription>& list) {
    json.Key(key).BeginArray();
    for (const auto& port : list) {
      json.BeginObject()
          .Key("name")
          .String(port.name)
          .Key("data_type")
          .String(ConfigTypeName(port.dtype))
          .Key("dims")
          .Shape(port.shape)
          .EndObject();
    }
    json.EndArray();
  };
  ports("input", config->model.inputs);
  ports("output", config->model.outputs);
  if (config->max_batch_size > 0) json.Key("dynamic_batching").BeginObject().EndObject();
  json.EndObject();
  return Ok(json);
}

Response ModelStats(const FrontEnd& front_end, const Request& request) {
  const auto models = front_end.statistics(std::string(request.param("model")), std::string(request.param("version")));
  if (!models) return ErrorResponse(models.error(), request.id);
  JsonWriter json;
  json.BeginObject().Key("model_stats").BeginArray();
  for (const auto& model : *models) WriteStatistics(json, model);
  json.EndArray().EndObject();
  return Ok(json);
}

}  // namespace crossdock::net::http

#include "net/grpc/describe_messages.h"

namespace crossdock::net::grpc {
namespace {

inference::DataType TypeOf(tensor::DType dtype) {
  inference::DataType type = inference::TYPE_INVALID;
  inference::DataType_Parse(ConfigTypeName(dtype), &type);
  return type;
}

template <class Port>
void FillPort(const TensorDescription& port, Port& message) {
  message.set_name(port.name);
  message.set_data_type(TypeOf(port.dtype));
  message.mutable_dims()->Assign(port.shape.begin(), port.shape.end());
}

void FillTensor(const TensorDescription& port, inference::ModelMetadataResponse::TensorMetadata& message) {
  message.set_name(port.name);
  message.set_datatype(tensor::Name(port.dtype));
  message.mutable_shape()->Assign(port.shape.begin(), port.shape.end());
}

void FillDuration(const DurationCount& duration, inference::StatisticDuration& message) {
  message.set_count(duration.count);
  message.set_ns(duration.ns);
}

}  // namespace

void Fill(const ModelDescription& model, inference::ModelMetadataResponse& message) {
  message.set_name(model.name);
  for (const auto& version : model.versions) message.add_versions(version);
  message.set_platform(model.platform);
  for (const auto& port : model.inputs) FillTensor(port, *message.add_inputs());
  for (const auto& port : model.outputs) FillTensor(port, *message.add_outputs());
}

void Fill(const ModelConfiguration& config, inference::ModelConfig& message) {
  message.set_name(config.model.name);
  message.set_platform(config.model.platform);
  message.set_backend(config.model.backend);
  message.set_max_batch_size(config.max_batch_size);
  for (const auto& port : config.model.inputs) FillPort(port, *message.add_input());
  for (const auto& port : config.model.outputs) FillPort(port, *message.add_output());
  if (config.max_batch_size > 0) message.mutable_dynamic_batching();
}

void Fill(const net::ModelStatistics& model, inference::ModelStatistics& message) {
  message.set_name(model.name);
  message.set_version(model.version);
  message.set_last_inference(model.last_inference_ms);
  message.set_inference_count(model.inference_count);
  message.set_execution_count(model.execution_count);
  auto& stats = *message.mutable_inference_stats();
  FillDuration(model.success, *stats.mutable_success());
  FillDuration(model.fail, *stats.mutable_fail());
  FillDuration(model.queue, *stats.mutable_queue());
  FillDuration(model.compute_input, *stats.mutable_compute_input());
  FillDuration(model.compute_infer, *stats.mutable_compute_infer());
  FillDuration(model.compute_output, *stats.mutable_compute_output());
  FillDuration(model.cache_hit, *stats.mutable_cache_hit());
  FillDuration(model.cache_miss, *stats.mutable_cache_miss());
  for (const auto& batch : model.batches) {
    auto& row = *message.add_batch_stats();
    row.set_batch_size(batch.batch_size);
    FillDuration(batch.compute_input, *row.mutable_compute_input());
    FillDuration(batch.compute_infer, *row.mutable_compute_infer());
    FillDuration(batch.compute_output, *row.mutable_compute_output());
  }
}

}  // namespace crossdock::net::grpc

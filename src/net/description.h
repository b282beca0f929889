#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/version.h"
#include "net/front_end.h"
#include "tensor/tensor.h"

/// What the server says of a model, as plain values that each protocol writes in its own way.
namespace crossdock::net {

struct TensorDescription {
  std::string name;
  tensor::DType dtype = tensor::DType::kF32;
  tensor::Shape shape;  // metadata: with the batch dimension, as -1; configuration: without it
};

struct ModelDescription {
  std::string name;
  std::vector<std::string> versions;  // ready ones; only the one asked for, if one was
  std::string platform;               // "onnxruntime_onnx"
  std::string backend;                // "onnxruntime"
  std::vector<TensorDescription> inputs, outputs;
};

struct ModelConfiguration {
  ModelDescription model;  // shapes without the batch dimension where max_batch_size > 0
  int max_batch_size = 0;  // 0: requests are not batched, shapes are whole
};

/// errors  as Catalog::Find, and kInvalidArgument for a version that is no number
Result<ModelDescription> DescribeModel(const model::Catalog& catalog, const std::string& name,
                                       const std::string& version);
Result<ModelConfiguration> Configuration(const model::Catalog& catalog, const std::string& name,
                                         const std::string& version);

/// "TYPE_FP32": the configuration's names for element types; BYTES is TYPE_STRING there.
std::string ConfigTypeName(tensor::DType dtype);

}  // namespace crossdock::net

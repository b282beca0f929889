#include <memory>
#include <utility>

#include <onnxruntime_cxx_api.h>

#include "engine/conformance/caught.h"
#include "engine/conformance/run_case.h"
#include "engine/onnxruntime/dtypes.h"
#include "engine/onnxruntime/values.h"

namespace crossdock::engine::conformance {
namespace {

Ort::Value ToVendor(const Value& value) {
  if (value.kind == Kind::kTensor) return onnxruntime::ToValue(value.tensors.at(0).view());
  std::vector<Ort::Value> elements;
  for (const Tensor& tensor : value.tensors) elements.push_back(onnxruntime::ToValue(tensor.view()));
  return Ort::Value::CreateSequence(elements);
}

Result<Value> FromVendor(Ort::Value value) {
  Ort::AllocatorWithDefaultOptions allocator;
  if (!value || !value.HasValue()) return Value{Kind::kOptional, {}};
  Value out{value.IsTensor() ? Kind::kTensor : Kind::kSequence, {}};
  const size_t count = value.IsTensor() ? 1 : value.GetCount();
  for (size_t i = 0; i < count; ++i) {
    auto tensor = onnxruntime::FromValue(out.kind == Kind::kTensor ? std::move(value)
                                                                   : value.GetValue(static_cast<int>(i), allocator));
    if (!tensor) return tensor.error();
    out.tensors.push_back(*std::move(tensor));
  }
  return out;
}

Result<std::vector<Value>> RunBare(Ort::Session& session, const Graph& graph, const std::vector<Value>& inputs) {
  std::vector<const char*> input_names;
  std::vector<Ort::Value> values;
  for (size_t i = 0; i < inputs.size(); ++i) {
    input_names.push_back(graph.inputs[i].name.c_str());
    values.push_back(ToVendor(inputs[i]));
  }
  std::vector<const char*> output_names;
  for (const GraphPort& port : graph.outputs) output_names.push_back(port.name.c_str());
  auto outputs = session.Run(Ort::RunOptions(), input_names.data(), values.data(), values.size(), output_names.data(),
                             output_names.size());
  std::vector<Value> out;
  for (Ort::Value& output : outputs) {
    auto value = FromVendor(std::move(output));
    if (!value) return value.error();
    out.push_back(*std::move(value));
  }
  return out;
}

}  // namespace

Load ThroughBareOnnxRuntime() {
  const auto env = std::make_shared<Ort::Env>(ORT_LOGGING_LEVEL_ERROR, "bare");
  return [env](const Case& test, const Graph& graph) {
    return Caught([&]() -> Result<Run> {
      Ort::SessionOptions options;
      options.SetIntraOpNumThreads(1);
      const auto session = std::make_shared<Ort::Session>(*env, test.model.c_str(), options);
      return Run([session, graph](const std::vector<Value>& inputs) {
        return Caught([&] { return RunBare(*session, graph, inputs); });
      });
    });
  };
}

}  // namespace crossdock::engine::conformance

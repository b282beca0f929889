#include <memory>
#include <utility>

#include <openvino/runtime/core.hpp>
#include <openvino/runtime/properties.hpp>

#include "engine/conformance/caught.h"
#include "engine/conformance/run_case.h"
#include "engine/openvino/values.h"

namespace crossdock::engine::conformance {
namespace {

/// The port by its name; by its place where the vendor folded the name away.
template <class Port>
ov::Tensor TensorOf(ov::InferRequest& request, const std::vector<Port>& ports, const std::string& name, size_t at) {
  for (const Port& port : ports) {
    if (port.get_names().contains(name)) return request.get_tensor(port);
  }
  return request.get_tensor(ports.at(at));
}

Result<std::vector<Value>> RunBare(ov::CompiledModel& compiled, ov::InferRequest& request, const Graph& graph,
                                   const std::vector<Value>& inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].kind != Kind::kTensor || inputs[i].tensors[0].dtype() == DType::kBytes) {
      return Error{ErrorCode::kUnimplemented, "openvino's interface takes tensors of numbers only"};
    }
    request.set_input_tensor(i, openvino::ToTensor(inputs[i].tensors[0].view()));
  }
  request.infer();
  std::vector<Value> out;
  for (size_t i = 0; i < graph.outputs.size(); ++i) {
    auto tensor = openvino::CopyOut(TensorOf(request, compiled.outputs(), graph.outputs[i].name, i), {});
    if (!tensor) return tensor.error();
    out.push_back({Kind::kTensor, {*std::move(tensor)}});
  }
  return out;
}

}  // namespace

Load ThroughBareOpenVino() {
  const auto core = std::make_shared<ov::Core>();
  return [core](const Case& test, const Graph& graph) {
    return Caught([&]() -> Result<Run> {
      // Left to itself it computes in bf16 where the processor can, and misses the tolerances.
      auto compiled = core->compile_model(core->read_model(test.model.string()), "CPU", ov::inference_num_threads(1),
                                          ov::hint::inference_precision(ov::element::f32));
      const auto request = std::make_shared<ov::InferRequest>(compiled.create_infer_request());
      return Run([compiled, request, graph](const std::vector<Value>& inputs) mutable {
        return Caught([&] { return RunBare(compiled, *request, graph, inputs); });
      });
    });
  };
}

}  // namespace crossdock::engine::conformance

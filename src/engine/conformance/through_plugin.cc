#include <algorithm>

#include <fmt/format.h>

#include "engine/conformance/run_case.h"

namespace crossdock::engine::conformance {
namespace {

size_t IndexOf(const std::vector<Port>& ports, const std::string& name) {
  const auto found = std::find_if(ports.begin(), ports.end(), [&](const Port& port) { return port.name == name; });
  return static_cast<size_t>(found - ports.begin());
}

Result<std::vector<TensorView>> InSignatureOrder(const Signature& signature, const Graph& graph,
                                                 const std::vector<Value>& values) {
  std::vector<TensorView> views(signature.inputs.size());
  for (size_t i = 0; i < values.size(); ++i) {
    const size_t at = IndexOf(signature.inputs, graph.inputs[i].name);
    if (at == views.size()) continue;  // the runtime found that nothing reads it
    if (values[i].kind != Kind::kTensor) return Error{ErrorCode::kUnimplemented, "only tensors are served"};
    views[at] = values[i].tensors[0].view();
  }
  return views;
}

Result<std::vector<Value>> InGraphOrder(const Signature& signature, const Graph& graph,
                                        const std::vector<Tensor>& outputs) {
  std::vector<Value> values;
  for (const GraphPort& port : graph.outputs) {
    const size_t at = IndexOf(signature.outputs, port.name);
    if (at >= outputs.size()) return Error{ErrorCode::kInternal, fmt::format("no output is named '{}'", port.name)};
    values.push_back({Kind::kTensor, {outputs[at]}});
  }
  return values;
}

}  // namespace

Load ThroughPlugin(Runtime& runtime) {
  return [&runtime](const Case& test, const Graph& graph) -> Result<Run> {
    LoadOptions options;
    options.streams = 1;
    auto loaded = runtime.Load(test.model, options);
    if (!loaded) return loaded.error();
    std::shared_ptr<Session> session = *std::move(loaded);
    return Run([session, graph](const std::vector<Value>& inputs) -> Result<std::vector<Value>> {
      const auto views = InSignatureOrder(session->signature(), graph, inputs);
      if (!views) return views.error();
      auto done = RunOnce(*session, *views);
      if (!done) return done.error();
      return InGraphOrder(session->signature(), graph, done->outputs);
    });
  };
}

}  // namespace crossdock::engine::conformance

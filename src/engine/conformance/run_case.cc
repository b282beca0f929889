#include "engine/conformance/run_case.h"

#include <fmt/format.h>

#include "engine/conformance/compare.h"

namespace crossdock::engine::conformance {
namespace {

Result<std::vector<Value>> ReadValues(const std::vector<std::filesystem::path>& files,
                                      const std::vector<GraphPort>& ports) {
  std::vector<Value> values;
  for (size_t i = 0; i < files.size() && i < ports.size(); ++i) {
    auto value = ReadValue(files[i], ports[i]);
    if (!value) return value.error();
    values.push_back(*std::move(value));
  }
  return values;
}

Result<std::vector<Value>> Inputs(const Case& test, const DataSet& data, const Graph& graph) {
  if (!test.generated_inputs) return ReadValues(data.inputs, graph.inputs);
  std::vector<Value> values;
  for (const GraphPort& port : graph.inputs) {
    auto value = GenerateValue(port);
    if (!value) return value.error();
    values.push_back(*std::move(value));
  }
  return values;
}

Status RunData(const Case& test, const DataSet& data, const Graph& graph, const Run& run) {
  const auto inputs = Inputs(test, data, graph);
  if (!inputs) return inputs.error();
  const auto expected = ReadValues(data.outputs, graph.outputs);
  if (!expected) return expected.error();
  const auto got = run(*inputs);
  if (!got) return got.error();
  for (size_t i = 0; i < expected->size(); ++i) {
    if (i >= got->size()) return Error{ErrorCode::kInternal, fmt::format("differs: only {} outputs", got->size())};
    if (auto status = Compare((*expected)[i], (*got)[i]); !status) return status.error();
  }
  return {};
}

}  // namespace

Status RunCase(const Case& test, const Load& load) {
  const auto graph = ReadGraph(test.model);
  if (!graph) return graph.error();
  const auto run = load(test, *graph);
  if (!run) return run.error();
  for (const DataSet& data : test.data) {
    if (auto status = RunData(test, data, *graph, *run); !status) return status.error();
  }
  return {};
}

}  // namespace crossdock::engine::conformance

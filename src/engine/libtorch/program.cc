#include "engine/libtorch/program.h"

#include <optional>
#include <utility>

#include <ATen/core/grad_mode.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/jit/ir/alias_analysis.h>
#include <torch/csrc/jit/passes/inliner.h>
#include <torch/csrc/jit/runtime/graph_executor.h>

#include "engine/libtorch/load_module.h"
#include "engine/libtorch/read_signature.h"
#include "engine/libtorch/results.h"

namespace crossdock::engine::libtorch {
namespace {

int CountNodes(const torch::jit::Block& block) {
  int nodes = 0;
  for (const torch::jit::Node* node : block.nodes()) {
    ++nodes;
    for (const torch::jit::Block* inner : node->blocks()) nodes += CountNodes(*inner);
  }
  return nodes;
}

}  // namespace

Result<Program> Program::Load(const std::filesystem::path& file, const LoadOptions& options, const Setup& setup) {
  auto module = LoadModule(file, options, setup);
  if (!module) return module.error();
  auto signature = ReadSignature(*module, options);
  if (!signature) return signature.error();
  return Program(*std::move(module), setup, *std::move(signature));
}

Program::Program(torch::jit::Module module, const Setup& setup, Signature signature)
    : module_(std::move(module)), setup_(setup), signature_(std::move(signature)) {
  const auto graph = module_.get_method("forward").graph()->copy();
  torch::jit::Inline(*graph);
  nodes_ = CountNodes(*graph->block());
  const torch::jit::AliasDb aliases(graph);
  // Argument 0 is the module itself; those after the declared ones keep their defaults.
  for (size_t i = 0; i < signature_.inputs.size(); ++i) {
    writes_.push_back(i + 1 < graph->inputs().size() && aliases.hasWriters(graph->inputs()[i + 1]));
  }
}

bool Program::Recordable() const { return setup_.graphs.value_or(module_.type()->numAttributes() == 0); }

Result<std::vector<at::Tensor>> Program::Call(std::vector<c10::IValue> inputs) const {
  const c10::InferenceMode inference;
  std::optional<torch::jit::GraphOptimizerEnabledGuard> eager;
  if (setup_.level == Level::kAsItIs) eager.emplace(false);
  return Flatten(module_.get_method("forward")(std::move(inputs)), signature_.outputs);
}

}  // namespace crossdock::engine::libtorch

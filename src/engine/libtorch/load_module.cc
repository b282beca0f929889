#include "engine/libtorch/load_module.h"

#include <dlfcn.h>

#include <utility>

#include <ATen/core/grad_mode.h>
#include <fmt/format.h>
#include <torch/csrc/jit/serialization/import.h>

#include "engine/libtorch/errors.h"

namespace crossdock::engine::libtorch {
namespace {

/// Libraries that register operators when they are mapped; never closed, since what they registered stays.
Status OpenCustomOps(const LoadOptions& options) {
  for (const auto& library : options.custom_op_libraries) {
    if (dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL) == nullptr)
      return InvalidArgument("custom_op_libraries", fmt::format("{}: {}", library.string(), dlerror()));
  }
  return {};
}

/// A frozen module has neither parameters nor a mode.
bool IsFrozen(const torch::jit::Module& module) { return !module.hasattr("training"); }

void UseChannelsLast(torch::jit::Module& module) {
  for (at::Tensor weight : module.parameters()) {
    if (weight.dim() == 4) weight.set_data(weight.contiguous(at::MemoryFormat::ChannelsLast));
  }
}

Result<torch::jit::Module> Rewrite(torch::jit::Module module, const Setup& setup) {
  if (!module.find_method("forward")) return InvalidArgument("model", "the module has no method forward");
  const bool frozen = IsFrozen(module);
  if (!frozen) module.eval();
  if (setup.channels_last) {
    if (frozen)
      return InvalidArgument("hints", "channels_last: the module was saved frozen, and its weights are constants now");
    UseChannelsLast(module);
  }
  if (setup.level != Level::kAsItIs && !frozen) module = torch::jit::freeze(module);
  if (setup.level == Level::kOptimized) module = torch::jit::optimize_for_inference(module);
  return module;
}

}  // namespace

Result<torch::jit::Module> LoadModule(const std::filesystem::path& file, const LoadOptions& options,
                                      const Setup& setup) {
  try {
    if (auto status = OpenCustomOps(options); !status) return status.error();
    const at::NoGradGuard no_grad;
    auto module = Rewrite(torch::jit::load(file.string(), setup.device), setup);
    if (!module) {
      module.error().message = fmt::format("{}: {}", file.string(), module.error().message);
      return module.error();
    }
    return module;
  } catch (const std::exception& e) {
    Error error = RunError(e);
    if (error.code != ErrorCode::kResourceExhausted) error.code = ErrorCode::kInvalidArgument;
    error.field = "model";
    error.message = fmt::format("{}: {}", file.string(), error.message);
    return error;
  }
}

}  // namespace crossdock::engine::libtorch

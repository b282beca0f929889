#include "libtorch/alone.h"

#include <utility>

#include <ATen/Parallel.h>
#include <ATen/ops/from_blob.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/jit/runtime/graph_executor.h>
#include <torch/csrc/jit/serialization/import.h>
#include <torch/cuda.h>

#include "engine/libtorch/dtypes.h"

namespace crossdock::bench {

struct Alone::State {
  torch::jit::Module module;
  c10::Device device = c10::kCPU;
  bool eager = false;
  at::Tensor host;
  at::Tensor resident;

  at::Tensor Forward(const at::Tensor& input) {
    const c10::InferenceMode inference;
    if (!eager) return module.forward({input}).toTensor();
    const torch::jit::GraphOptimizerEnabledGuard off(false);
    return module.forward({input}).toTensor();
  }
};

Alone::Alone(const std::string& model, const engine::LoadOptions& options) : state_(std::make_unique<State>()) {
  const bool gpu = !options.providers.empty() && options.providers[0].name.starts_with("CUDA");
  state_->device = gpu ? c10::Device(c10::kCUDA, 0) : c10::Device(c10::kCPU);
  state_->eager = options.optimization == "none";
  at::set_num_threads(options.threads);
  torch::jit::Module module = torch::jit::load(model, state_->device);
  module.eval();
  const auto hint = options.hints.find("channels_last");
  if (hint != options.hints.end() && hint->second == "on") {
    const c10::InferenceMode inference(false);
    for (at::Tensor weight : module.parameters()) {
      if (weight.dim() == 4) weight.set_data(weight.contiguous(at::MemoryFormat::ChannelsLast));
    }
  }
  if (options.optimization != "none") module = torch::jit::freeze(module);
  if (options.optimization == "all") module = torch::jit::optimize_for_inference(module);
  state_->module = std::move(module);
}

Alone::~Alone() = default;

void Alone::Use(const engine::TensorView& input) {
  const auto options = at::TensorOptions().dtype(*engine::libtorch::ToTorch(input.dtype));
  state_->host = at::from_blob(const_cast<std::byte*>(input.bytes.data()), input.shape, options);
  state_->resident = state_->host.to(state_->device, state_->host.scalar_type(), false, true);
}

void Alone::CallWithCopies() { (void)state_->Forward(state_->host.to(state_->device)).cpu(); }

std::vector<float> Alone::Answer() {
  const at::Tensor answer = state_->Forward(state_->host.to(state_->device)).cpu().to(at::kFloat).contiguous();
  const auto* const values = answer.const_data_ptr<float>();
  return {values, values + answer.numel()};
}

void Alone::CallResident() {
  Enqueue();
  Wait();
}

void Alone::Enqueue() { (void)state_->Forward(state_->resident); }

void Alone::Wait() {
  if (state_->device.is_cuda()) torch::cuda::synchronize();
}

}  // namespace crossdock::bench

#include "engine/libtorch/setup.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/cores.h"
#include "engine/libtorch/devices.h"

namespace crossdock::engine::libtorch {
namespace {

constexpr int kMaxThreads = 1024;
// One call computes while the inputs of others travel; small ones compute side by side (docs/libtorch.md).
constexpr int kStreamsOfGpu = 4;

Status RefuseForeign(const LoadOptions& options) {
  if (options.threads < 1 || options.threads > kMaxThreads || options.streams < 0 || options.streams > kMaxThreads) {
    return InvalidArgument("threads", fmt::format("{} threads and {} streams; up to {} are possible", options.threads,
                                                  options.streams, kMaxThreads));
  }
  if (options.spinning) return InvalidArgument("spinning", "libtorch cannot be told to spin");
  if (options.arena_bytes != 0) return InvalidArgument("arena_bytes", "libtorch has no arena that could be limited");
  if (!options.precision_hint.empty()) {
    return InvalidArgument(
        "precision_hint", fmt::format("libtorch computes in the module's own precision, not in '{}': convert it before "
                                      "it is saved (module.half())",
                                      options.precision_hint));
  }
  if (!options.performance_hint.empty())
    return InvalidArgument("performance_hint", "libtorch has none: set threads and streams");
  if (!options.extensions.empty())
    return InvalidArgument("extensions", "libtorch takes custom_op_libraries, not extensions");
  return {};
}

/// "CPU", "CUDA" (the first one) or "CUDA:1".
std::optional<c10::Device> ParseDevice(std::string_view name) {
  if (name == "CPU") return c10::Device(c10::kCPU);
  constexpr std::string_view kGpu = "CUDA";
  if (!name.starts_with(kGpu)) return std::nullopt;
  name.remove_prefix(kGpu.size());
  int index = 0;
  if (!name.empty()) {
    const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), index);
    if (name[0] != ':' || error != std::errc{} || end != name.data() + name.size()) return std::nullopt;
  }
  if (index < 0 || index >= CudaDevices()) return std::nullopt;
  return c10::Device(c10::kCUDA, static_cast<c10::DeviceIndex>(index));
}

/// A module runs on one device as a whole: the first of those asked for. All must be there, as for every runtime.
Result<c10::Device> DeviceFor(const LoadOptions& options) {
  std::optional<c10::Device> first;
  for (const ProviderOption& provider : options.providers) {
    const auto device = ParseDevice(provider.name);
    if (!device) {
      return InvalidArgument("providers", fmt::format("libtorch has no device '{}' here; there are: {}", provider.name,
                                                      fmt::join(AvailableDevices(), ", ")));
    }
    if (!provider.options.empty()) {
      return InvalidArgument("providers", fmt::format("libtorch's devices take no options, but '{}' was given to {}",
                                                      provider.options.begin()->first, provider.name));
    }
    if (!first) first = device;
  }
  return first.value_or(c10::Device(c10::kCPU));
}

Result<Level> ParseLevel(const std::string& name) {
  if (name == "none") return Level::kAsItIs;
  if (name == "basic") return Level::kFrozen;
  if (name == "all") return Level::kOptimized;
  return InvalidArgument(
      "optimization", fmt::format("'{}' is none of none (as it is), basic (frozen), all (frozen and optimized)", name));
}

Status ApplyHint(const std::string& key, const std::string& value, Setup& setup) {
  const bool known = key == "channels_last" || key == "cuda_graphs";
  if (!known || (value != "on" && value != "off")) {
    return InvalidArgument("hints", fmt::format("libtorch takes no hint '{}' = '{}'; there are: channels_last (on, "
                                                "off), cuda_graphs (on, off)",
                                                key, value));
  }
  if (key == "channels_last") {
    setup.channels_last = value == "on";
    return {};
  }
  if (!setup.device.is_cuda())
    return InvalidArgument("hints", "cuda_graphs is for modules on a GPU: providers: [{name: CUDA}]");
  setup.graphs = value == "on";
  return {};
}

}  // namespace

std::vector<std::string> AvailableDevices() {
  std::vector<std::string> names;
  for (int i = 0; i < CudaDevices(); ++i) names.push_back(fmt::format("CUDA:{}", i));
  names.emplace_back("CPU");
  return names;
}

Result<Setup> SetupFor(const LoadOptions& options) {
  if (auto status = RefuseForeign(options); !status) return status.error();
  const auto device = DeviceFor(options);
  if (!device) return device.error();
  const auto level = ParseLevel(options.optimization);
  if (!level) return level.error();
  Setup setup{*device, *level, options.threads, 1, false, std::nullopt};
  const int of_gpu = options.streams > 0 ? options.streams : kStreamsOfGpu;
  setup.slots = device->is_cuda() ? of_gpu : SlotsFor(options.streams, options.threads);
  for (const auto& [key, value] : options.hints) {
    if (auto status = ApplyHint(key, value, setup); !status) return status.error();
  }
  return setup;
}

}  // namespace crossdock::engine::libtorch

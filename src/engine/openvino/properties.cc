#include "engine/openvino/properties.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openvino/runtime/properties.hpp>

#include "engine/cores.h"
#include "engine/port_check.h"

namespace crossdock::engine::openvino {
namespace {

constexpr int kMaxThreads = 1024;

/// What this runtime has no counterpart for is refused rather than ignored.
Status RefuseForeign(const LoadOptions& options) {
  if (options.threads < 1 || options.threads > kMaxThreads || options.streams < 0 || options.streams > kMaxThreads) {
    return InvalidArgument("threads", fmt::format("{} threads and {} streams; up to {} are possible", options.threads,
                                                  options.streams, kMaxThreads));
  }
  if (options.spinning) return InvalidArgument("spinning", "openvino cannot be told to spin");
  if (options.arena_bytes != 0) return InvalidArgument("arena_bytes", "openvino has no arena that could be limited");
  if (options.optimization != "all")
    return InvalidArgument("optimization", "openvino knows no levels: leave it at 'all'");
  if (!options.custom_op_libraries.empty())
    return InvalidArgument("custom_op_libraries", "openvino takes extensions, not custom_op_libraries");
  return RefuseDeclaredPorts(options, "openvino");
}

Status SetPrecision(const LoadOptions& options, const std::string& device, ov::AnyMap& out) {
  const std::string& hint = options.precision_hint;
  if (hint == "f16") {
    out.insert(ov::hint::inference_precision(ov::element::f16));
  } else if (hint == "bf16") {
    out.insert(ov::hint::inference_precision(ov::element::bf16));
  } else if (hint == "f32" || (hint.empty() && device == "CPU")) {
    // Left to itself OpenVINO computes f32 models in bf16 where the processor can: a loss of accuracy that nobody asked for.
    out.insert(ov::hint::inference_precision(ov::element::f32));
  } else if (!hint.empty()) {
    return InvalidArgument("precision_hint", fmt::format("'{}' is none of f32, f16, bf16", hint));
  }
  return {};
}

Status SetParallelism(const LoadOptions& options, const std::string& device, ov::AnyMap& out) {
  if (options.performance_hint == "latency" || options.performance_hint == "throughput") {
    const bool latency = options.performance_hint == "latency";
    out.insert(ov::hint::performance_mode(latency ? ov::hint::PerformanceMode::LATENCY
                                                  : ov::hint::PerformanceMode::THROUGHPUT));
  } else if (!options.performance_hint.empty()) {
    return InvalidArgument("performance_hint",
                           fmt::format("'{}' is neither latency nor throughput", options.performance_hint));
  }
  // The hint chooses the streams, unless they are given too.
  const bool by_hint = !options.performance_hint.empty() && options.streams == 0;
  const int streams = SlotsFor(options.streams, options.threads);
  if (!by_hint) out.insert(ov::num_streams(ov::streams::Num(streams)));
  if (device != "CPU") return {};
  out.insert(ov::inference_num_threads(by_hint ? AvailableCores() : options.threads * streams));
  // Pinned threads of several models would meet on the same cores while others idle.
  out.insert(ov::hint::enable_cpu_pinning(false));
  return {};
}

Status AddOptions(const std::map<std::string, std::string>& from, const char* field, const std::string& device,
                  const ov::Core& core, ov::AnyMap& out) {
  if (from.empty()) return {};
  const auto supported = core.get_property(device, ov::supported_properties);
  for (const auto& [key, value] : from) {
    if (std::find(supported.begin(), supported.end(), key) == supported.end()) {
      const std::vector<std::string> names(supported.begin(), supported.end());
      return InvalidArgument(
          field, fmt::format("openvino's {} has no property '{}'; there are: {}", device, key, fmt::join(names, ", ")));
    }
    out[key] = value;
  }
  return {};
}

}  // namespace

std::vector<std::string> AvailableDevices(const ov::Core& core) { return core.get_available_devices(); }

Result<std::string> DeviceFor(const LoadOptions& options, const ov::Core& core) {
  if (options.providers.empty()) return std::string("CPU");
  const auto available = AvailableDevices(core);
  std::vector<std::string> names;
  for (const ProviderOption& provider : options.providers) {
    // "GPU" asks for the first of "GPU.0", "GPU.1".
    const bool there = std::any_of(available.begin(), available.end(), [&](const std::string& device) {
      return device == provider.name || device.starts_with(provider.name + ".");
    });
    if (!there || provider.name.empty()) {
      return InvalidArgument("providers", fmt::format("openvino has no device '{}' here; there are: {}", provider.name,
                                                      fmt::join(available, ", ")));
    }
    names.push_back(provider.name);
  }
  if (names.size() == 1) return names[0];
  return fmt::format("HETERO:{}", fmt::join(names, ","));
}

Result<ov::AnyMap> PropertiesFor(const LoadOptions& options, const std::string& device, const ov::Core& core) {
  if (auto status = RefuseForeign(options); !status) return status.error();
  ov::AnyMap out;
  if (auto status = SetPrecision(options, device, out); !status) return status.error();
  if (auto status = SetParallelism(options, device, out); !status) return status.error();
  for (const ProviderOption& provider : options.providers) {
    if (auto status = AddOptions(provider.options, "providers", provider.name, core, out); !status)
      return status.error();
  }
  if (auto status = AddOptions(options.hints, "hints", device, core, out); !status) return status.error();
  return out;
}

}  // namespace crossdock::engine::openvino

#include "engine/onnxruntime/providers.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace crossdock::engine::onnxruntime {
namespace {

constexpr std::string_view kSuffix = "ExecutionProvider";

bool SameName(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

bool IsCpu(std::string_view provider) { return SameName(provider, "CPU"); }

/// Options as the two parallel arrays that the vendor's interface takes.
struct KeysAndValues {
  explicit KeysAndValues(const std::map<std::string, std::string>& options) {
    for (const auto& [key, value] : options) {
      keys.push_back(key.c_str());
      values.push_back(value.c_str());
    }
  }
  std::vector<const char*> keys;
  std::vector<const char*> values;
};

// CUDA and TensorRT came before the generic call, and only their own accept every option.
void AppendCuda(const KeysAndValues& kv, Ort::SessionOptions& options) {
  const OrtApi& api = Ort::GetApi();
  OrtCUDAProviderOptionsV2* raw = nullptr;
  Ort::ThrowOnError(api.CreateCUDAProviderOptions(&raw));
  const std::unique_ptr<OrtCUDAProviderOptionsV2, void (*)(OrtCUDAProviderOptionsV2*)> cuda(
      raw, [](OrtCUDAProviderOptionsV2* p) { Ort::GetApi().ReleaseCUDAProviderOptions(p); });
  Ort::ThrowOnError(api.UpdateCUDAProviderOptions(cuda.get(), kv.keys.data(), kv.values.data(), kv.keys.size()));
  options.AppendExecutionProvider_CUDA_V2(*cuda);
}

void AppendTensorRt(const KeysAndValues& kv, Ort::SessionOptions& options) {
  const OrtApi& api = Ort::GetApi();
  OrtTensorRTProviderOptionsV2* raw = nullptr;
  Ort::ThrowOnError(api.CreateTensorRTProviderOptions(&raw));
  const std::unique_ptr<OrtTensorRTProviderOptionsV2, void (*)(OrtTensorRTProviderOptionsV2*)> tensorrt(
      raw, [](OrtTensorRTProviderOptionsV2* p) { Ort::GetApi().ReleaseTensorRTProviderOptions(p); });
  Ort::ThrowOnError(
      api.UpdateTensorRTProviderOptions(tensorrt.get(), kv.keys.data(), kv.values.data(), kv.keys.size()));
  options.AppendExecutionProvider_TensorRT_V2(*tensorrt);
}

void Append(const std::string& name, const std::map<std::string, std::string>& provider_options,
            Ort::SessionOptions& options) {
  const KeysAndValues kv(provider_options);
  if (SameName(name, "CUDA")) return AppendCuda(kv, options);
  if (SameName(name, "TensorRT")) return AppendTensorRt(kv, options);
  Ort::ThrowOnError(Ort::GetApi().SessionOptionsAppendExecutionProvider(options, name.c_str(), kv.keys.data(),
                                                                        kv.values.data(), kv.keys.size()));
}

}  // namespace

std::string ShortName(std::string_view vendor_name) {
  if (vendor_name.ends_with(kSuffix)) vendor_name.remove_suffix(kSuffix.size());
  return std::string(vendor_name);
}

std::vector<std::string> AvailableProviders() {
  std::vector<std::string> names;
  for (const std::string& name : Ort::GetAvailableProviders()) names.push_back(ShortName(name));
  return names;
}

bool OnCpuAlone(const LoadOptions& options) {
  return std::all_of(options.providers.begin(), options.providers.end(), [](const auto& p) { return IsCpu(p.name); });
}

Status AppendProviders(const std::vector<ProviderOption>& providers, Ort::SessionOptions& options) {
  const auto available = AvailableProviders();
  for (const ProviderOption& provider : providers) {
    const auto found = std::find_if(available.begin(), available.end(),
                                    [&](const auto& name) { return SameName(name, provider.name); });
    if (found == available.end()) {
      return InvalidArgument("providers", fmt::format("this onnxruntime has no provider '{}'; there are: {}",
                                                      provider.name, fmt::join(available, ", ")));
    }
    if (!IsCpu(provider.name)) {
      Append(*found, provider.options, options);
    } else if (!provider.options.empty()) {
      return InvalidArgument("providers", fmt::format("the CPU provider takes no options, but '{}' was given",
                                                      provider.options.begin()->first));
    }
  }
  return {};
}

}  // namespace crossdock::engine::onnxruntime

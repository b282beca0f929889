#include "engine/openvino/read_signature.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/openvino/dtypes.h"

namespace crossdock::engine::openvino {
namespace {

/// For readers that do not tell the file's names: that of the parameter, or of the result without the reader's suffix.
std::string NameOf(const ov::Output<const ov::Node>& port) {
  constexpr std::string_view kSuffix = "/sink_port_0";
  std::string friendly = port.get_node()->get_friendly_name();
  if (friendly.ends_with(kSuffix)) friendly.resize(friendly.size() - kSuffix.size());
  const auto& names = port.get_names();
  if (names.empty() || names.contains(friendly)) return friendly;
  return *std::min_element(names.begin(), names.end());
}

Result<Port> ReadPort(std::string name, const char* side, const ov::Output<const ov::Node>& port) {
  const auto dtype = FromOpenVino(port.get_element_type());
  if (!dtype) {
    return Error{ErrorCode::kUnimplemented,
                 fmt::format("{} '{}' has element type {}, which has no name in the protocol", side, name,
                             port.get_element_type().get_type_name()),
                 "model"};
  }
  if (*dtype == DType::kBytes) {
    // Seen with 2026.4: after a call with strings its processor plug-in frees memory that it does not own, and the process dies.
    return Error{ErrorCode::kUnimplemented,
                 fmt::format("{} '{}' holds strings, which openvino is not trusted with", side, name), "model"};
  }
  Port out{std::move(name), *dtype, {}};
  const ov::PartialShape shape = port.get_partial_shape();
  out.any_rank = shape.rank().is_dynamic();
  if (out.any_rank) return out;
  for (const ov::Dimension& dim : shape) out.shape.push_back(dim.is_dynamic() ? -1 : dim.get_length());
  return out;
}

Result<std::vector<Port>> ReadPorts(const char* side, const std::vector<ov::Output<const ov::Node>>& ports,
                                    const std::vector<std::string>& names) {
  std::vector<Port> out;
  for (size_t i = 0; i < ports.size(); ++i) {
    const bool named = names.size() == ports.size() && !names[i].empty();
    auto port = ReadPort(named ? names[i] : NameOf(ports[i]), side, ports[i]);
    if (!port) return port.error();
    out.push_back(*std::move(port));
  }
  return out;
}

/// The ONNX front end keeps the file's key-value pairs below "framework"; what else lies there is the vendor's own.
std::map<std::string, std::string> ReadMetadata(const ov::Model& model) {
  std::map<std::string, std::string> metadata;
  const auto& info = model.get_rt_info();
  const auto framework = info.find("framework");
  if (framework == info.end() || !framework->second.is<ov::AnyMap>()) return metadata;
  for (const auto& [key, value] : framework->second.as<ov::AnyMap>()) {
    if (value.is<std::string>()) metadata[key] = value.as<std::string>();
  }
  return metadata;
}

}  // namespace

Result<Signature> ReadSignature(const ReadFile& file, const ov::CompiledModel& compiled) {
  // An empty file reads as an empty graph.
  if (compiled.outputs().empty()) return InvalidArgument("model", "no model: it has no outputs");
  auto inputs = ReadPorts("input", compiled.inputs(), file.input_names);
  if (!inputs) return inputs.error();
  auto outputs = ReadPorts("output", compiled.outputs(), file.output_names);
  if (!outputs) return outputs.error();
  return Signature{*std::move(inputs), *std::move(outputs), ReadMetadata(*file.model)};
}

}  // namespace crossdock::engine::openvino

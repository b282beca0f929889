#include "engine/libtorch/read_signature.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/libtorch/dtypes.h"

namespace crossdock::engine::libtorch {
namespace {

using Arguments = std::vector<c10::Argument>;

/// forward's arguments without the module itself.
Arguments ArgumentsOf(const c10::FunctionSchema& schema) {
  return {schema.arguments().begin() + 1, schema.arguments().end()};
}

bool IsTensor(const c10::TypePtr& type) { return type->isSubtypeOf(*c10::TensorType::get()); }

/// The results' types: one, or those of a tuple; empty for a list or a dictionary, which may hold any number.
std::vector<c10::TypePtr> ResultsOf(const c10::FunctionSchema& schema) {
  std::vector<c10::TypePtr> results;
  for (const c10::Argument& result : schema.returns()) {
    if (const auto tuple = result.type()->cast<c10::TupleType>()) {
      for (const c10::TypePtr& type : tuple->elements()) results.push_back(type);
    } else if (result.type()->kind() != c10::TypeKind::ListType && result.type()->kind() != c10::TypeKind::DictType) {
      results.push_back(result.type());
    }
  }
  return results;
}

/// What to write into model.yaml, with the names that are known.
std::string Example(const Arguments& arguments, size_t results) {
  std::vector<std::string> inputs;
  for (const c10::Argument& argument : arguments) {
    if (argument.default_value()) break;
    inputs.push_back(fmt::format("{{name: {}, dtype: FP32, shape: [-1, 3, 224, 224]}}", argument.name()));
  }
  std::vector<std::string> outputs;
  for (size_t i = 0; i < std::max<size_t>(1, results); ++i)
    outputs.push_back(fmt::format("{{name: output_{}, dtype: FP32, shape: [-1, 1000]}}", i));
  return fmt::format(
      "a TorchScript file says neither dtypes nor shapes: put it at NAME/1/model.pt and write into NAME/model.yaml, "
      "with your own dtypes and shapes (-1: any): inputs: [{}] and outputs: [{}]",
      fmt::join(inputs, ", "), fmt::join(outputs, ", "));
}

Error NotTensor(const std::string& what, const c10::TypePtr& type) {
  return Error{ErrorCode::kUnimplemented, fmt::format("{} is of type {}; only tensors are served", what, type->str()),
               "model"};
}

Status CheckDTypes(const std::vector<Port>& ports, const char* side) {
  for (const Port& port : ports) {
    if (!ToTorch(port.dtype)) {
      return Error{ErrorCode::kUnimplemented,
                   fmt::format("{} '{}': libtorch has no tensors of {}", side, port.name, tensor::Name(port.dtype)),
                   side};
    }
  }
  return {};
}

/// The declared inputs in the order of the arguments.
Result<std::vector<Port>> OrderInputs(const Arguments& arguments, const std::vector<Port>& declared) {
  std::vector<Port> ordered;
  std::vector<std::string> names;
  for (const c10::Argument& argument : arguments) {
    names.push_back(argument.name());
    const auto port = std::find_if(declared.begin(), declared.end(),
                                   [&](const Port& candidate) { return candidate.name == argument.name(); });
    if (port == declared.end()) {
      if (argument.default_value()) continue;
      if (!IsTensor(argument.type()))
        return NotTensor(fmt::format("forward's argument '{}'", argument.name()), argument.type());
      return InvalidArgument("inputs",
                             fmt::format("forward's argument '{}' is not declared in model.yaml", argument.name()));
    }
    if (!IsTensor(argument.type()))
      return NotTensor(fmt::format("forward's argument '{}'", argument.name()), argument.type());
    // Arguments are given by position: nothing may be left out before one that is given.
    if (ordered.size() + 1 != names.size())
      return InvalidArgument("inputs", fmt::format("'{}' is declared, and an argument before it is not", port->name));
    ordered.push_back(*port);
  }
  for (const Port& port : declared) {
    if (std::find(names.begin(), names.end(), port.name) == names.end()) {
      return InvalidArgument(
          "inputs", fmt::format("forward has no argument '{}'; there are: {}", port.name, fmt::join(names, ", ")));
    }
  }
  if (ordered.size() != declared.size()) return InvalidArgument("inputs", "an input is declared twice");
  return ordered;
}

Status CheckOutputsAgainst(const std::vector<c10::TypePtr>& results, const std::vector<Port>& declared) {
  for (size_t i = 0; i < results.size(); ++i) {
    if (!IsTensor(results[i])) return NotTensor(fmt::format("forward's result {}", i), results[i]);
  }
  if (!results.empty() && results.size() != declared.size()) {
    return InvalidArgument(
        "outputs", fmt::format("{} outputs are declared in model.yaml, and forward returns {} tensors", declared.size(),
                               results.size()));
  }
  return {};
}

}  // namespace

Result<Signature> ReadSignature(const torch::jit::Module& module, const LoadOptions& options) {
  const c10::FunctionSchema& schema = module.get_method("forward").function().getSchema();
  const Arguments arguments = ArgumentsOf(schema);
  const std::vector<c10::TypePtr> results = ResultsOf(schema);
  const bool takes_nothing = arguments.empty() || arguments[0].default_value();
  if (options.inputs.empty() && !takes_nothing) return InvalidArgument("inputs", Example(arguments, results.size()));
  if (options.outputs.empty()) return InvalidArgument("outputs", Example(arguments, results.size()));
  if (auto status = CheckDTypes(options.inputs, "inputs"); !status) return status.error();
  if (auto status = CheckDTypes(options.outputs, "outputs"); !status) return status.error();
  auto inputs = OrderInputs(arguments, options.inputs);
  if (!inputs) return inputs.error();
  if (auto status = CheckOutputsAgainst(results, options.outputs); !status) return status.error();
  return Signature{*std::move(inputs), options.outputs, {}};
}

}  // namespace crossdock::engine::libtorch

#include "model/compatibility.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace crossdock::model {
namespace {

using engine::Port;
using tensor::Shape;

enum class Side { kInput, kOutput };

std::string Shown(const Port& port) {
  return fmt::format("{}{}", tensor::Name(port.dtype), port.any_rank ? "[…]" : tensor::ToString(port.shape));
}

/// As callers see it: a dimension that counts rows takes any number of them.
Shape CallersShape(const Port& port) {
  Shape shape = port.shape;
  if (port.batch == engine::BatchAxis::kFirst && !shape.empty()) shape[0] = -1;
  return shape;
}

/// Whether every shape that `narrow` stands for is one of `wide`'s.
bool Within(const Port& narrow, const Port& wide) {
  if (wide.any_rank) return true;
  if (narrow.any_rank) return false;
  const Shape inner = CallersShape(narrow);
  const Shape outer = CallersShape(wide);
  return std::equal(inner.begin(), inner.end(), outer.begin(), outer.end(),
                    [](int64_t in, int64_t out) { return out < 0 || in == out; });
}

/// An input must still take what it took, an output must still give what it gave.
bool StillFits(Side side, const Port& live, const Port& next) {
  return live.dtype == next.dtype && (side == Side::kInput ? Within(live, next) : Within(next, live));
}

const Port* FindPort(const std::vector<Port>& ports, const std::string& name) {
  const auto at = std::find_if(ports.begin(), ports.end(), [&](const Port& port) { return port.name == name; });
  return at == ports.end() ? nullptr : &*at;
}

Error Incompatible(Side side, const std::string& name, const std::string& what) {
  const bool input = side == Side::kInput;
  return InvalidArgument(
      input ? "inputs" : "outputs",
      fmt::format(
          "{} \"{}\" {} the version that serves now; if that is wanted, write allowed_changes: [{}] in model.yaml",
          input ? "input" : "output", name, what, name));
}

Status CheckSide(Side side, const std::vector<Port>& live, const std::vector<Port>& next,
                 const std::set<std::string>& declared) {
  for (const Port& port : live) {
    if (declared.contains(port.name)) continue;
    const Port* successor = FindPort(next, port.name);
    if (successor == nullptr) return Incompatible(side, port.name, "is missing, which is there in");
    if (!StillFits(side, port, *successor))
      return Incompatible(side, port.name, fmt::format("is {} and was {} in", Shown(*successor), Shown(port)));
  }
  if (side == Side::kOutput) return {};
  for (const Port& port : next) {
    if (!declared.contains(port.name) && FindPort(live, port.name) == nullptr)
      return Incompatible(side, port.name, "is wanted, and was not in");
  }
  return {};
}

}  // namespace

Status CheckCompatible(const engine::Signature& live, const engine::Signature& next,
                       const std::set<std::string>& declared) {
  if (Status inputs = CheckSide(Side::kInput, live.inputs, next.inputs, declared); !inputs) return inputs;
  return CheckSide(Side::kOutput, live.outputs, next.outputs, declared);
}

}  // namespace crossdock::model

#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace crossdock::engine::conformance {

/// A tensor by its values, whatever its dtype.
struct Given {
  DType dtype = DType::kF32;
  Shape shape;
  std::vector<double> values;
};

/// A module by its source, and what it must answer. The answers are computed by hand from what the operators are defined to do.
struct ScriptedCase {
  std::string name;
  std::string forward;  // "def forward(self, …): …"
  std::map<std::string, Given> weights;
  std::vector<std::pair<std::string, Given>> inputs;
  std::vector<std::pair<std::string, Given>> outputs;
};

/// Every kind of operator that a served model is made of, control flow, and every way to return several tensors.
std::vector<ScriptedCase> ScriptedCases();

/// The values in the dtype's own form.
Tensor Make(const Given& given);

}  // namespace crossdock::engine::conformance

#pragma once

#include <functional>
#include <memory>

#include "engine/conformance/case_list.h"
#include "engine/conformance/proto_file.h"
#include "engine/engine.h"

namespace crossdock::engine::conformance {

/// A loaded model as the suite sees it: values in the order of the graph's inputs in, values in the order of its outputs out.
using Run = std::function<Result<std::vector<Value>>(const std::vector<Value>&)>;
/// Loads a case's model into something that can run it.
using Load = std::function<Result<Run>(const Case&, const Graph&)>;

/// Loads, runs every data set and compares.
/// errors  what the runtime said, or the first difference
Status RunCase(const Case& test, const Load& load);

/// Through the project's own plug-in.
Load ThroughPlugin(Runtime& runtime);
/// Through the vendor's interface alone, as its documentation shows it: what "the bare runtime passes" means.
Load ThroughBareOnnxRuntime();
Load ThroughBareOpenVino();

}  // namespace crossdock::engine::conformance

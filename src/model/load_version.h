#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "engine/engine.h"
#include "model/catalog.h"
#include "model/findings.h"
#include "model/repository.h"
#include "model/version.h"

namespace crossdock::model {

/// What a load begins with: the runtime is open, the processor fits, the manifest was read.
struct Opening {
  engine::Runtime* runtime = nullptr;
  engine::LoadOptions options;
  int manifest_rows = 0;  // rows that the manifest allows in one call; 0: it does not say
};
/// errors  as LoadVersion
Result<Opening> OpenFor(const FoundVersion& found);

/// Opens the runtime, loads the file, tries batchability, warms every bucket. Takes seconds to minutes.
/// warming  called once when the model is loaded and the warm-up begins
/// errors   what cannot be served, naming the file and the reason: operator, opset, dimension, processor feature, option
Result<std::unique_ptr<const Version>> LoadVersion(const FoundVersion& found, const std::function<void()>& warming,
                                                   std::stop_token stop);

/// What is known of a session before it is looked at.
struct Known {
  Nanos prepare{0};                    // what the runtime took to make it
  const Findings* findings = nullptr;  // of an earlier start: nothing is tried or measured again
};
/// The same over a session that is there already.
Result<std::unique_ptr<const Version>> MakeVersion(const FoundVersion& found, std::unique_ptr<engine::Session> session,
                                                   std::string runtime, std::string runtime_version,
                                                   const std::function<void()>& warming, std::stop_token stop,
                                                   Known known = {});

/// `error` with the model's file in its message and a reason.
Error Explain(const FoundVersion& found, Error error);

}  // namespace crossdock::model

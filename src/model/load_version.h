#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "model/catalog.h"
#include "model/repository.h"
#include "model/version.h"

namespace crossdock::model {

/// Opens the runtime, loads the file, tries batchability, warms every bucket. Takes seconds to minutes.
/// warming  called once when the model is loaded and the warm-up begins
/// errors   what cannot be served, naming the file and the reason: operator, opset, dimension, processor feature, option
Result<std::unique_ptr<const Version>> LoadVersion(const FoundVersion& found, const std::function<void()>& warming,
                                                   std::stop_token stop);

/// The same over a session that is there already.
Result<std::unique_ptr<const Version>> MakeVersion(const FoundVersion& found, std::unique_ptr<engine::Session> session,
                                                   std::string runtime, std::string runtime_version,
                                                   const std::function<void()>& warming, std::stop_token stop);

}  // namespace crossdock::model

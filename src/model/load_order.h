#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "model/repository.h"

namespace crossdock::model {

/// Whether a version waits for an idle moment instead of being loaded at the start.
bool WaitsForIdle(const FoundVersion& version);

/// In the order in which they are begun: models of the critical tier, of the normal one, of the batch tier; within a tier by falling
/// load_priority; what is equal in both stays in its order.
std::vector<FoundVersion> InLoadOrder(std::vector<FoundVersion> versions);

/// Calls `load` for each version, begun in order, at most `at_once` at the same time: on this thread and on others that end before this
/// returns. `stop` lets none begin any more.
void LoadSideBySide(const std::vector<FoundVersion>& versions, int at_once,
                    const std::function<void(const FoundVersion&)>& load, const std::stop_token& stop);

}  // namespace crossdock::model

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/version.h"

namespace crossdock::model {

enum class VersionState { kLoading, kWarming, kReady, kUnloaded, kFailed };
/// "LOADING", "READY", "UNAVAILABLE": the names of the repository extension. An unloaded or failed one is UNAVAILABLE; its reason tells.
const char* Name(VersionState state);

struct VersionStatus {
  VersionId id;
  VersionState state = VersionState::kLoading;
  std::string reason;  // of a failure: file, operator, opset or dimension, and what to do
};

/// Where requests find models. Implementations may be called from any thread; Find is on the hot path.
class Catalog {
 public:
  virtual ~Catalog() = default;
  /// The version asked for, or the newest ready one.
  /// errors  kNotFound: no such model or version; kUnavailable (kModelNotReady, kModelFailed): there, but not ready, with the reason
  virtual Result<Pin> Find(std::string_view name, std::optional<int> version) const = 0;
  /// Every version known, ready or not, by name and number.
  virtual std::vector<VersionStatus> List() const = 0;
};

}  // namespace crossdock::model

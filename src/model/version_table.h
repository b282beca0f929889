#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/guarded.h"
#include "model/catalog.h"

namespace crossdock::model {

/// What is known of every version, and the pins of those that serve. Readers take a snapshot and wait for nobody. Any thread.
class VersionTable {
 public:
  struct Entry {
    VersionStatus status;
    Pin pin;
    std::string stamp = {};  // of the files that `pin` came from
  };
  using Versions = std::map<int, Entry>;
  using Models = std::map<std::string, Versions, std::less<>>;

  std::shared_ptr<const Models> Snapshot() const { return snapshot_.load(); }
  /// As Catalog::Find.
  Result<Pin> Find(std::string_view name, std::optional<int> version) const;
  std::vector<VersionStatus> List() const;
  /// Whether any version of the model can be used.
  bool Serves(std::string_view name) const;
  bool ServesAny() const;

  /// Replaces the snapshot by a changed copy; one after the other.
  void Change(const std::function<void(Models&)>& change);
  /// While an older object of this version serves, it is ready, whatever becomes of its successor.
  void SetState(const VersionId& id, VersionState state, std::string reason);

 private:
  std::atomic<std::shared_ptr<const Models>> snapshot_{std::make_shared<const Models>()};
  Guarded<bool> changing_{false};
};

}  // namespace crossdock::model

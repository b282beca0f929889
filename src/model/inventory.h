#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/repository.h"

namespace crossdock::model {

/// What there is of each model, by name, as a text that is another one when anything of it has changed.
using Inventory = std::map<std::string, std::string, std::less<>>;
Inventory InventoryOf(const Found& found);

/// Tells from looks at a repository, some time apart, which models have changed and have come to rest: a copy that is still growing is
/// never one of them. Pure; not thread-safe.
class ChangeDetector {
 public:
  /// known  what has been acted on already
  explicit ChangeDetector(Inventory known) : known_(std::move(known)), before_(known_) {}
  /// The models that are not as last acted on, and the same as in the look before; those that are gone are among them. From here on they
  /// count as acted on.
  std::vector<std::string> Look(Inventory now);

 private:
  Inventory known_;
  Inventory before_;
};

}  // namespace crossdock::model

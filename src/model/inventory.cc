#include "model/inventory.h"

#include <set>
#include <utility>

#include <fmt/format.h>

#include "model/file_stamp.h"

namespace crossdock::model {
namespace {

/// Empty for what is not there.
std::string_view At(const Inventory& inventory, const std::string& name) {
  const auto at = inventory.find(name);
  return at == inventory.end() ? std::string_view() : at->second;
}

}  // namespace

Inventory InventoryOf(const Found& found) {
  Inventory inventory;
  for (const FoundVersion& version : found.versions)
    inventory[version.name] += fmt::format("version {} {}\n", version.version, FileStamp(version));
  for (const Refusal& refusal : found.refusals) inventory[refusal.name] += fmt::format("refused {}\n", refusal.reason);
  return inventory;
}

std::vector<std::string> ChangeDetector::Look(Inventory now) {
  std::set<std::string> names;
  for (const Inventory* inventory : {&known_, &now}) {
    for (const auto& [name, facts] : *inventory) names.insert(name);
  }
  std::vector<std::string> changed;
  for (const std::string& name : names) {
    const std::string_view facts = At(now, name);
    if (facts == At(known_, name) || facts != At(before_, name)) continue;
    changed.push_back(name);
    if (facts.empty()) {
      known_.erase(name);
    } else {
      known_[name] = facts;
    }
  }
  before_ = std::move(now);
  return changed;
}

}  // namespace crossdock::model

#include "model/load_order.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>

#include "base/tier.h"

namespace crossdock::model {
namespace {

std::pair<Tier, int> RankOf(const FoundVersion& version) {
  return {ParseTier(version.config.tier, "tier").value_or(Tier::kNormal), -version.config.load_priority};
}

}  // namespace

bool WaitsForIdle(const FoundVersion& version) { return version.config.load == "idle"; }

std::vector<FoundVersion> InLoadOrder(std::vector<FoundVersion> versions) {
  std::stable_sort(versions.begin(), versions.end(),
                   [](const FoundVersion& a, const FoundVersion& b) { return RankOf(a) < RankOf(b); });
  return versions;
}

void LoadSideBySide(const std::vector<FoundVersion>& versions, int at_once,
                    const std::function<void(const FoundVersion&)>& load, const std::stop_token& stop) {
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = next++; i < versions.size() && !stop.stop_requested(); i = next++) load(versions[i]);
  };
  std::vector<std::jthread> others;
  for (size_t i = 1; i < std::min(static_cast<size_t>(std::max(1, at_once)), versions.size()); ++i)
    others.emplace_back(work);
  work();
}

}  // namespace crossdock::model

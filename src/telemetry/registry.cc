#include "telemetry/registry.h"

#include <algorithm>
#include <cassert>

namespace crossdock::telemetry {

template <class Metric>
Family<Metric>& Registry::Add(FamilyInfo info) {
  auto state = state_.Lock();
  for (const auto& family : state->families) {
    if (family->info().name != info.name) continue;
    auto* same = dynamic_cast<Family<Metric>*>(family.get());
    assert(same != nullptr && same->info().label_names == info.label_names);
    return *same;
  }
  auto made = std::make_unique<Family<Metric>>(std::move(info));
  Family<Metric>& family = *made;
  state->families.push_back(std::move(made));
  return family;
}

Family<Counter>& Registry::AddCounter(FamilyInfo info) { return Add<Counter>(std::move(info)); }
Family<Gauge>& Registry::AddGauge(FamilyInfo info) { return Add<Gauge>(std::move(info)); }
Family<Histogram>& Registry::AddHistogram(FamilyInfo info) { return Add<Histogram>(std::move(info)); }

void Registry::BeforeSnapshot(std::function<void()> refresh) {
  state_.Lock()->refreshers.push_back(std::move(refresh));
}

void Registry::Remove(std::string_view label, std::string_view value) {
  auto state = state_.Lock();
  for (const auto& family : state->families) family->Remove(label, value);
}

Snapshot Registry::Take() const {
  auto state = state_.Lock();
  for (const auto& refresh : state->refreshers) refresh();
  Snapshot snapshot;
  for (const auto& family : state->families) snapshot.push_back(family->Take());
  std::sort(snapshot.begin(), snapshot.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return snapshot;
}

}  // namespace crossdock::telemetry

#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "base/guarded.h"
#include "telemetry/family.h"

namespace crossdock::telemetry {

/// All the families of one server. Families live as long as the registry; a name is declared once, a second declaration of the same
/// kind and labels returns the first. Any thread.
class Registry {
 public:
  Family<Counter>& AddCounter(FamilyInfo info);
  Family<Gauge>& AddGauge(FamilyInfo info);
  Family<Histogram>& AddHistogram(FamilyInfo info);

  /// Called before every snapshot, to set gauges whose value is asked for rather than told. Must not call the registry back.
  void BeforeSnapshot(std::function<void()> refresh);

  /// Drops the series of everything that has this label value, for example of a model that is gone.
  void Remove(std::string_view label, std::string_view value);

  /// What all families hold, by name.
  Snapshot Take() const;

 private:
  template <class Metric>
  Family<Metric>& Add(FamilyInfo info);

  struct State {
    std::vector<std::unique_ptr<AnyFamily>> families;
    std::vector<std::function<void()>> refreshers;
  };
  mutable Guarded<State> state_;
};

}  // namespace crossdock::telemetry

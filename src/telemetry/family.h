#pragma once

#include <algorithm>
#include <cassert>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/guarded.h"
#include "telemetry/counter.h"
#include "telemetry/snapshot.h"

namespace crossdock::telemetry {

struct FamilyInfo {
  std::string name;  // [a-z0-9_]+, a counter's without "_total"
  std::string help;  // one line
  std::vector<std::string> label_names = {};
  std::string unit = {};          // the last word of the name, when it is a unit
  size_t max_series = 256;        // label values come from outside: beyond this all share one series, "other"
  Histogram::Layout layout = {};  // of histograms
};

/// What a registry knows of a family, whatever it holds.
class AnyFamily {
 public:
  virtual ~AnyFamily() = default;
  virtual const FamilyInfo& info() const = 0;
  virtual FamilySnapshot Take() const = 0;
  /// Forgets the series whose label `label` has this value. Holders may go on counting; nobody sees it any more.
  virtual void Remove(std::string_view label, std::string_view value) = 0;
};

/// Metrics of one name, told apart by label values. Any thread.
template <class Metric>
class Family final : public AnyFamily {
 public:
  explicit Family(FamilyInfo info) : info_(std::move(info)) {}

  /// The series of these label values, in the order of `label_names`; made at first use. Takes a lock: keep the handle where the
  /// path is hot.
  std::shared_ptr<Metric> With(std::initializer_list<std::string_view> values) {
    assert(values.size() == info_.label_names.size());
    std::vector<std::string> key(values.begin(), values.end());
    auto series = series_.Lock();
    auto at = series->find(key);
    if (at == series->end()) {
      if (series->size() >= info_.max_series) key.assign(info_.label_names.size(), "other");
      at = series->try_emplace(std::move(key), nullptr).first;
      if (!at->second) at->second = Make();
    }
    return at->second;
  }

  const FamilyInfo& info() const override { return info_; }

  FamilySnapshot Take() const override {
    FamilySnapshot family{KindOf(), info_.name, info_.unit, info_.help, info_.label_names, {}};
    auto series = series_.Lock();
    for (const auto& [labels, metric] : *series) family.series.push_back({labels, ValueOf(*metric)});
    return family;
  }

  void Remove(std::string_view label, std::string_view value) override {
    const auto at = std::find(info_.label_names.begin(), info_.label_names.end(), label);
    if (at == info_.label_names.end()) return;
    const auto position = static_cast<size_t>(at - info_.label_names.begin());
    std::erase_if(*series_.Lock(), [&](const auto& entry) { return entry.first[position] == value; });
  }

 private:
  std::shared_ptr<Metric> Make() const {
    if constexpr (std::is_same_v<Metric, Histogram>) {
      return std::make_shared<Metric>(info_.layout);
    } else {
      return std::make_shared<Metric>();
    }
  }
  static Kind KindOf() {
    if constexpr (std::is_same_v<Metric, Counter>) return Kind::kCounter;
    if constexpr (std::is_same_v<Metric, Gauge>) return Kind::kGauge;
    return Kind::kHistogram;
  }
  static auto ValueOf(const Metric& metric) {
    if constexpr (std::is_same_v<Metric, Histogram>) {
      return metric.Snapshot();
    } else {
      return metric.value();
    }
  }

  const FamilyInfo info_;
  mutable Guarded<std::map<std::vector<std::string>, std::shared_ptr<Metric>>> series_;
};

}  // namespace crossdock::telemetry

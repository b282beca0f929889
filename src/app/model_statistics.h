#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/refusals.h"
#include "base/clock.h"
#include "base/guarded.h"
#include "base/result.h"
#include "model/catalog.h"
#include "net/front_end.h"
#include "pipeline/dispatcher.h"
#include "pipeline/request.h"

namespace crossdock::app {

/// What the protocol's statistics extension tells of each model version: requests of the protocol, and the engine calls of everybody,
/// pipelines too. Counted from the start of the server; a version that is loaded again counts on. Any thread.
class ModelStatistics {
 public:
  /// A request that was answered after `duration`.
  void Succeeded(const pipeline::InferAnswer& answer, Nanos duration);
  void Failed(const model::VersionId& version, Nanos duration);
  /// An engine call; one that failed answered nobody and is not counted.
  void Called(const pipeline::BatchReport& report);

  /// The ready versions of one model (an empty name: of all), or one version of it (empty: all), with zeros where nothing was counted.
  /// errors  as Catalog::Find, and kInvalidArgument for a version that is no number
  Result<std::vector<net::ModelStatistics>> Report(const model::Catalog& catalog, const std::string& model,
                                                   const std::string& version) const;

 private:
  using Key = std::pair<std::string, int>;
  struct Counts {
    net::ModelStatistics totals;  // all but names and batches
    std::map<int, net::DurationCount> calls_by_rows;
  };
  mutable Guarded<std::map<Key, Counts>> counts_;
};

/// Hands requests on and counts their answers. Requests for models or versions that are not there leave no trace, as anybody could
/// name any number of them.
class CountedInfer final : public pipeline::InferService {
 public:
  /// All outlive the last answer.
  CountedInfer(pipeline::InferService& inner, const model::Catalog& catalog, const Clock& clock,
               ModelStatistics& statistics, Refusals* refusals = nullptr)
      : inner_(inner), catalog_(catalog), clock_(clock), statistics_(statistics), refusals_(refusals) {}
  void Infer(pipeline::InferRequest request) noexcept override;

 private:
  void Count(const std::string& model, std::optional<int> version, Nanos duration,
             const Result<pipeline::InferAnswer>& answer);

  pipeline::InferService& inner_;
  const model::Catalog& catalog_;
  const Clock& clock_;
  ModelStatistics& statistics_;
  Refusals* const refusals_;
};

}  // namespace crossdock::app

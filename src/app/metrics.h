#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "fusion/verdict.h"
#include "pipeline/dispatcher.h"
#include "telemetry/registry.h"

namespace crossdock::app {

/// What the pipeline reports, as metrics. Any thread.
class PipelineMetrics {
 public:
  explicit PipelineMetrics(telemetry::Registry& registry);

  /// A step of a pipeline's job; the request becomes the exemplar.
  void Stage(std::string_view pipeline, std::string_view stage, Nanos wait, Nanos run, std::string_view request_id);
  void Batch(const pipeline::BatchReport& report);
  /// Drops the series of models that are not among these. A call of such a model that still ends brings its series back until the next
  /// time.
  void KeepOnly(const std::set<std::string, std::less<>>& models);
  /// A parcel under many cameras has its verdict; a picture came after it.
  void ParcelVerdict(const fusion::Verdict& verdict);
  void LatePicture(bool past_deadline);

 private:
  telemetry::Family<telemetry::Histogram>& stage_run_;
  telemetry::Family<telemetry::Histogram>& stage_wait_;
  telemetry::Family<telemetry::Histogram>& batch_rows_;
  telemetry::Family<telemetry::Histogram>& engine_;
  telemetry::Family<telemetry::Histogram>& queue_;
  telemetry::Family<telemetry::Counter>& rows_;
  telemetry::Family<telemetry::Counter>& padding_;
  telemetry::Family<telemetry::Counter>& failed_calls_;
  telemetry::Family<telemetry::Counter>& verdicts_;
  telemetry::Family<telemetry::Histogram>& verdict_after_;
  telemetry::Family<telemetry::Counter>& late_pictures_;
};

}  // namespace crossdock::app

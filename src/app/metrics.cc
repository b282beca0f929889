#include "app/metrics.h"

#include <chrono>
#include <initializer_list>

namespace crossdock::app {
namespace {

double Seconds(Nanos t) { return std::chrono::duration<double>(t).count(); }

}  // namespace

PipelineMetrics::PipelineMetrics(telemetry::Registry& registry)
    : stage_run_(registry.AddHistogram({.name = "crossdock_stage_duration_seconds",
                                        .help = "Time that a step of a pipeline ran.",
                                        .label_names = {"pipeline", "stage"},
                                        .unit = "seconds"})),
      stage_wait_(
          registry.AddHistogram({.name = "crossdock_stage_wait_seconds",
                                 .help = "Time that a step of a pipeline waited for a thread or an engine slot.",
                                 .label_names = {"pipeline", "stage"},
                                 .unit = "seconds"})),
      batch_rows_(registry.AddHistogram({.name = "crossdock_batch_rows",
                                         .help = "Rows of one engine call.",
                                         .label_names = {"model"},
                                         .layout = {.lowest = 1, .octaves = 12}})),
      engine_(registry.AddHistogram({.name = "crossdock_engine_duration_seconds",
                                     .help = "Time of one engine call.",
                                     .label_names = {"model"},
                                     .unit = "seconds"})),
      queue_(registry.AddHistogram(
          {.name = "crossdock_queue_duration_seconds",
           .help = "Longest wait of a request in one engine call, from its arrival to the call's start.",
           .label_names = {"model"},
           .unit = "seconds"})),
      rows_(registry.AddCounter(
          {.name = "crossdock_inference_rows", .help = "Rows that engine calls answered.", .label_names = {"model"}})),
      padding_(registry.AddCounter({.name = "crossdock_padding_rows",
                                    .help = "Rows that ran only to fill a call up to a size that is run.",
                                    .label_names = {"model"}})),
      failed_calls_(registry.AddCounter(
          {.name = "crossdock_failed_calls", .help = "Engine calls that failed.", .label_names = {"model"}})),
      verdicts_(registry.AddCounter({.name = "crossdock_parcel_verdicts",
                                     .help = "Verdicts on parcels under many cameras, and what ended the wait.",
                                     .label_names = {"state", "because"}})),
      verdict_after_(registry.AddHistogram({.name = "crossdock_parcel_verdict_seconds",
                                            .help = "From the arrival of a parcel's first picture to its verdict.",
                                            .label_names = {"state"},
                                            .unit = "seconds"})),
      late_pictures_(registry.AddCounter({.name = "crossdock_parcel_late_pictures",
                                          .help = "Pictures whose codes came after their parcel's verdict: it was "
                                                  "settled, or the diverter's deadline was past.",
                                          .label_names = {"after"}})) {}

void PipelineMetrics::Stage(std::string_view pipeline, std::string_view stage, Nanos wait, Nanos run,
                            std::string_view request_id) {
  stage_run_.With({pipeline, stage})->Observe(Seconds(run), request_id);
  stage_wait_.With({pipeline, stage})->Observe(Seconds(wait), request_id);
}

void PipelineMetrics::KeepOnly(const std::set<std::string, std::less<>>& models) {
  std::set<std::string> gone;
  for (auto* counted : {&rows_, &failed_calls_}) {
    for (const auto& series : counted->Take().series) {
      if (!models.contains(series.labels[0])) gone.insert(series.labels[0]);
    }
  }
  for (const std::string& model : gone) {
    for (telemetry::AnyFamily* family : std::initializer_list<telemetry::AnyFamily*>{&batch_rows_, &engine_, &queue_,
                                                                                     &rows_, &padding_, &failed_calls_})
      family->Remove("model", model);
  }
}

void PipelineMetrics::Batch(const pipeline::BatchReport& report) {
  if (report.failed) {
    failed_calls_.With({report.model})->Add();
    return;
  }
  batch_rows_.With({report.model})->Observe(report.rows);
  engine_.With({report.model})->Observe(Seconds(report.engine));
  queue_.With({report.model})->Observe(Seconds(report.longest_queue));
  rows_.With({report.model})->Add(static_cast<uint64_t>(report.rows));
  if (report.padding > 0) padding_.With({report.model})->Add(static_cast<uint64_t>(report.padding));
}

void PipelineMetrics::ParcelVerdict(const fusion::Verdict& verdict) {
  verdicts_.With({Name(verdict.state), Name(verdict.because)})->Add();
  verdict_after_.With({Name(verdict.state)})->Observe(Seconds(verdict.after));
}

void PipelineMetrics::LatePicture(bool past_deadline) {
  late_pictures_.With({past_deadline ? "deadline" : "verdict"})->Add();
}

}  // namespace crossdock::app

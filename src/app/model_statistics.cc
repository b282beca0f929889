#include "app/model_statistics.h"

#include <chrono>

#include "net/infer_call.h"

namespace crossdock::app {
namespace {

void Add(net::DurationCount& to, Nanos duration) {
  to.count += 1;
  to.ns += static_cast<uint64_t>(duration.count());
}

uint64_t UnixMs() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

}  // namespace

void ModelStatistics::Succeeded(const pipeline::InferAnswer& answer, Nanos duration) {
  auto counts = counts_.Lock();
  auto& totals = (*counts)[{answer.model.name, answer.model.version}].totals;
  totals.last_inference_ms = UnixMs();
  Add(totals.success, duration);
  Add(totals.queue, answer.timing.queue);
  Add(totals.compute_input, answer.timing.preprocess);
  Add(totals.compute_infer, answer.timing.engine);
  Add(totals.compute_output, answer.timing.postprocess);
}

void ModelStatistics::Failed(const model::VersionId& version, Nanos duration) {
  auto counts = counts_.Lock();
  auto& totals = (*counts)[{version.name, version.version}].totals;
  totals.last_inference_ms = UnixMs();
  Add(totals.fail, duration);
}

void ModelStatistics::Called(const pipeline::BatchReport& report) {
  if (report.failed) return;
  auto counts = counts_.Lock();
  auto& mine = (*counts)[{report.model, report.version}];
  mine.totals.inference_count += static_cast<uint64_t>(report.rows);
  mine.totals.execution_count += 1;
  Add(mine.calls_by_rows[report.rows], report.engine);
}

Result<std::vector<net::ModelStatistics>> ModelStatistics::Report(const model::Catalog& catalog,
                                                                  const std::string& model,
                                                                  const std::string& version) const {
  const auto number = net::ParseVersion(version, "model_version");
  if (!number) return number.error();
  if (!model.empty()) {
    if (const auto pin = catalog.Find(model, *number); !pin) return pin.error();
  }
  const auto versions = catalog.List();
  std::vector<net::ModelStatistics> report;
  auto counts = counts_.Lock();
  for (const model::VersionStatus& status : versions) {
    const bool asked = (model.empty() || status.id.name == model) && (!*number || status.id.version == **number);
    if (!asked || status.state != model::VersionState::kReady) continue;
    const auto at = counts->find({status.id.name, status.id.version});
    auto& one = report.emplace_back(at == counts->end() ? net::ModelStatistics() : at->second.totals);
    one.name = status.id.name;
    one.version = std::to_string(status.id.version);
    if (at == counts->end()) continue;
    for (const auto& [rows, calls] : at->second.calls_by_rows)
      one.batches.push_back({static_cast<uint64_t>(rows), {calls.count, 0}, calls, {calls.count, 0}});
  }
  return report;
}

void CountedInfer::Infer(pipeline::InferRequest request) noexcept {
  pipeline::Completion<pipeline::InferAnswer> counted(
      [this, model = request.model, version = request.version, since = request.context.received,
       done = std::move(request.done)](Result<pipeline::InferAnswer> answer) mutable {
        Count(model, version, clock_.Now() - since, answer);
        done.Finish(std::move(answer));
      });
  request.done = std::move(counted);
  inner_.Infer(std::move(request));
}

void CountedInfer::Count(const std::string& model, std::optional<int> version, Nanos duration,
                         const Result<pipeline::InferAnswer>& answer) {
  if (answer) return statistics_.Succeeded(*answer, duration);
  if (refusals_ != nullptr) refusals_->Count(answer.error());
  if (const auto pin = catalog_.Find(model, version)) statistics_.Failed((*pin)->id(), duration);
}

}  // namespace crossdock::app

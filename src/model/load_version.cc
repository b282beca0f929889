#include "model/load_version.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "manifest/manifest.h"
#include "model/batch_trial.h"
#include "model/timed.h"
#include "model/warm_up.h"

namespace crossdock::model {
namespace {

using tensor::Shape;

/// Whether the file leaves dimension 0 of every input open, so that it may be a batch.
bool MayBeBatched(const engine::Signature& signature) {
  return std::all_of(signature.inputs.begin(), signature.inputs.end(),
                     [](const engine::Port& p) { return !p.shape.empty() && p.shape[0] < 0; });
}

/// Input shapes without the batch dimension for a configured shape of the first input; nothing if another input stays open. What could be a
/// batch and is not one has a row.
std::optional<std::vector<Shape>> BucketOf(const engine::Signature& signature, const Shape& first, bool batched) {
  std::vector<Shape> shapes;
  for (size_t i = 0; i < signature.inputs.size(); ++i) {
    Shape shape = signature.inputs[i].shape;
    if (batched && !shape.empty()) shape.erase(shape.begin());
    if (!batched && MayBeBatched(signature)) shape[0] = 1;
    if (i == 0) shape = first;
    if (std::any_of(shape.begin(), shape.end(), [](int64_t d) { return d < 0; })) return std::nullopt;
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

/// The configured buckets, else the one that a model of fixed shapes has; none for an open model without configuration.
Result<std::vector<Bucket>> Buckets(const FoundVersion& found, const engine::Signature& signature, bool batched) {
  std::vector<Bucket> buckets;
  for (size_t i = 0; i < found.config.warm_shapes.size(); ++i) {
    Shape first = found.config.warm_shapes[i];
    if (!batched && MayBeBatched(signature)) first.insert(first.begin(), 1);
    const auto shapes = BucketOf(signature, first, batched);
    if (!shapes) {
      return InvalidArgument(fmt::format("warm_shapes[{}]", i),
                             "only the first input's shape is configured, and another input is open");
    }
    buckets.push_back({*shapes});
  }
  if (buckets.empty() && !signature.inputs.empty()) {
    Shape first = signature.inputs.front().shape;
    if (batched) first.erase(first.begin());
    if (!batched && MayBeBatched(signature)) first[0] = 1;
    if (const auto shapes = BucketOf(signature, first, batched)) buckets.push_back({*shapes});
  }
  return buckets;
}

/// How many rows a call takes, tried if that is not known; 1 with a note where it cannot be batched.
std::pair<int, std::string> RowsOf(const FoundVersion& found, int manifest_rows, engine::Session& session) {
  int limit = found.config.batching.max_batch;
  if (manifest_rows > 0) limit = std::min(limit, manifest_rows);
  if (limit <= 1) return {1, "its configuration says one row a call"};
  std::optional<std::vector<Shape>> example;
  if (!found.config.warm_shapes.empty())
    example = BucketOf(session.signature(), found.config.warm_shapes.front(), true);
  BatchTrial trial = TryBatching(session, example);
  return {trial.batchable ? limit : 1, std::move(trial.note)};
}

int RowsIn(const std::optional<manifest::Manifest>& manifest) { return manifest ? manifest->max_batch.value_or(0) : 0; }

}  // namespace

Error Explain(const FoundVersion& found, Error error) {
  const std::string file = found.file.filename().string();
  if (error.message.find(file) == std::string::npos) error.message = fmt::format("{}: {}", file, error.message);
  if (error.reason == Reason::kNone) error.reason = Reason::kModelFailed;
  return error;
}

Result<std::unique_ptr<const Version>> MakeVersion(const FoundVersion& found, std::unique_ptr<engine::Session> session,
                                                   std::string runtime, std::string runtime_version,
                                                   const std::function<void()>& warming, std::stop_token stop,
                                                   Known known) {
  const auto manifest = manifest::ReadManifest(found.file.parent_path());
  if (!manifest) return Explain(found, manifest.error());
  const engine::Signature& declared = session->signature();
  if (found.config.picture) {
    if (const auto target = TargetOf(*found.config.picture, declared); !target) return target.error();
  }
  Version::Parts parts;
  parts.load_times.hot = known.findings != nullptr;
  parts.load_times.prepare = known.prepare;
  if (known.findings != nullptr) {
    parts.max_batch = known.findings->max_batch;
    parts.batch_note = known.findings->batch_note;
    parts.buckets = known.findings->buckets;
  } else {
    std::tie(parts.max_batch, parts.batch_note) =
        Timed(parts.load_times.trial, [&] { return RowsOf(found, RowsIn(*manifest), *session); });
    auto buckets = Buckets(found, declared, parts.max_batch > 1);
    if (!buckets) return Explain(found, buckets.error());
    parts.buckets = *std::move(buckets);
  }
  warming();
  auto latency = Timed(parts.load_times.warm, [&] {
    return known.findings != nullptr
               ? WarmAgain(*session, parts.buckets, known.findings->times, parts.max_batch > 1, stop)
               : WarmUp(*session, parts.buckets, WarmSizes(found.config.batching, parts.max_batch), stop);
  });
  if (!latency) return Explain(found, latency.error());

  parts.id = {found.name, found.version};
  parts.config = found.config;
  // What was measured stands where nothing is configured; a window of 0 would be the default again.
  if (*manifest && (*manifest)->best_wait_us && parts.config.batching.window_us == 0)
    parts.config.batching.window_us = std::max(1, *(*manifest)->best_wait_us);
  parts.runtime = std::move(runtime);
  parts.runtime_version = std::move(runtime_version);
  parts.signature = declared;
  if (parts.max_batch > 1) {
    for (auto* ports : {&parts.signature.inputs, &parts.signature.outputs}) {
      for (engine::Port& port : *ports) port.batch = engine::BatchAxis::kFirst;
    }
  }
  parts.latency = *std::move(latency);
  parts.session = std::move(session);
  return std::make_unique<const Version>(std::move(parts));
}

Result<Opening> OpenFor(const FoundVersion& found) {
  const auto manifest = manifest::ReadManifest(found.file.parent_path());
  if (!manifest) return Explain(found, manifest.error());
  if (*manifest) {
    if (Status fits = manifest::CheckFeatures(**manifest, manifest::ProcessorFeatures()); !fits)
      return Explain(found, fits.error());
  }
  const auto runtime =
      engine::OpenRuntime(found.config.runtime.empty() ? RuntimeFor(found.file) : found.config.runtime);
  if (!runtime) return Explain(found, runtime.error());
  return Opening{*runtime, LoadOptionsOf(found.config), RowsIn(*manifest)};
}

Result<std::unique_ptr<const Version>> LoadVersion(const FoundVersion& found, const std::function<void()>& warming,
                                                   std::stop_token stop) {
  const auto opening = OpenFor(found);
  if (!opening) return opening.error();
  engine::Runtime& runtime = *opening->runtime;
  Known known;
  auto session = Timed(known.prepare, [&] { return runtime.Load(found.file, opening->options); });
  if (!session) return Explain(found, session.error());
  return MakeVersion(found, *std::move(session), std::string(runtime.name()), std::string(runtime.version()), warming,
                     std::move(stop), known);
}

}  // namespace crossdock::model

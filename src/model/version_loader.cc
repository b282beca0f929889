#include "model/version_loader.h"

#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/log.h"
#include "base/thread_priority.h"
#include "model/check_contract.h"
#include "model/compatibility.h"
#include "model/file_stamp.h"

namespace crossdock::model {
namespace {

int64_t Milliseconds(Nanos time) { return std::chrono::duration_cast<std::chrono::milliseconds>(time).count(); }

void LogReady(const Version& version, Nanos took) {
  log::Info("model ready", {{"model", version.id().name},
                            {"version", version.id().version},
                            {"runtime", version.runtime()},
                            {"max_batch", version.max_batch()},
                            {"unbatched_because", version.batch_note()},
                            {"buckets", version.buckets().size()},
                            {"start", version.load_times().hot ? "hot" : "cold"},
                            {"prepare_ms", Milliseconds(version.load_times().prepare)},
                            {"trial_ms", Milliseconds(version.load_times().trial)},
                            {"warm_ms", Milliseconds(version.load_times().warm)},
                            {"took_ms", Milliseconds(took)}});
}

/// Whose callers will be answered by a version of this number: those of the same number, else those of the newest version if this one
/// is newer. Nothing if nobody's.
Pin Predecessor(const VersionTable::Versions& versions, int number) {
  if (const auto same = versions.find(number); same != versions.end() && same->second.pin) return same->second.pin;
  for (auto at = versions.rbegin(); at != versions.rend(); ++at) {
    if (at->second.pin) return at->first < number ? at->second.pin : nullptr;
  }
  return nullptr;
}

}  // namespace

Status VersionLoader::CheckAgainstLive(const Version& next) const {
  const auto models = table_.Snapshot();
  const auto model = models->find(next.id().name);
  if (model == models->end()) return {};
  const Pin live = Predecessor(model->second, next.id().version);
  if (!live) return {};
  const auto& declared = next.config().allowed_changes;
  Status fits = CheckCompatible(live->signature(), next.signature(), {declared.begin(), declared.end()});
  if (fits) return {};
  Error error = std::move(fits).error();
  error.message = fmt::format("version {} cannot take over from version {}: {}", next.id().version, live->id().version,
                              error.message);
  return error;
}

Result<std::unique_ptr<const Version>> VersionLoader::LoadAside(const FoundVersion& found, When when,
                                                                std::stop_token stop) {
  std::optional<LowPriority> low;
  if (when == When::kLive) low.emplace(options_.loading_nice, options_.serving_nice);
  const auto warming = [&] {
    table_.SetState({found.name, found.version}, VersionState::kWarming, "");
    // What warm-up measures of the runtime's threads is to be what they will do.
    if (low) low->ReleaseChildren();
  };
  auto loaded = options_.load(found, warming, std::move(stop));
  if (!loaded) return loaded;
  if (Status kept = KeepsPromises(found, **loaded); !kept) return std::move(kept).error();
  return loaded;
}

Status VersionLoader::LoadOne(const FoundVersion& found, When when, std::stop_token stop) {
  const VersionId id{found.name, found.version};
  table_.SetState(id, VersionState::kLoading, "");
  std::string stamp = FileStamp(found);
  log::Info("loading model", {{"model", id.name}, {"version", id.version}, {"file", found.file.string()}});
  const auto started = std::chrono::steady_clock::now();
  auto loaded = LoadAside(found, when, std::move(stop));
  if (loaded && FileStamp(found) != stamp) {
    loaded = Error{ErrorCode::kUnavailable,
                   fmt::format("{}: its files changed while it was loaded", found.file.filename().string()), "model",
                   Reason::kModelFailed};
  }
  if (loaded && when == When::kLive) {
    if (Status fits = CheckAgainstLive(**loaded); !fits) loaded = std::move(fits).error();
  }
  if (!loaded) {
    log::Error("model failed", {{"model", id.name}, {"version", id.version}, {"reason", loaded.error().message}});
    table_.SetState(id, VersionState::kFailed, loaded.error().message);
    return loaded.error();
  }
  LogReady(**loaded, std::chrono::steady_clock::now() - started);
  Pin pin = Graveyard::Wrap(graveyard_, *std::move(loaded));
  table_.Change([&](VersionTable::Models& models) {
    models[id.name][id.version] = {{id, VersionState::kReady, ""}, std::move(pin), std::move(stamp)};
  });
  return {};
}

bool VersionLoader::Unchanged(const FoundVersion& found) const {
  const auto models = table_.Snapshot();
  const auto model = models->find(found.name);
  if (model == models->end()) return false;
  const auto entry = model->second.find(found.version);
  if (entry == model->second.end() || !entry->second.pin || entry->second.stamp.empty()) return false;
  return entry->second.stamp == FileStamp(found);
}

Status VersionLoader::LoadModel(const std::string& name, std::span<const FoundVersion> versions, When when,
                                std::stop_token stop) {
  std::set<int> wanted;
  Status first_failure;
  for (const FoundVersion& version : versions) {
    wanted.insert(version.version);
    if (Unchanged(version)) {
      table_.SetState({name, version.version}, VersionState::kReady, "");  // an older failure to replace it is over
      continue;
    }
    Status loaded = LoadOne(version, when, stop);
    if (!loaded && first_failure) first_failure = std::move(loaded);
  }
  if (!first_failure) return first_failure;
  table_.Change([&](VersionTable::Models& models) {
    std::erase_if(models[name], [&](const auto& entry) { return !wanted.contains(entry.first); });
  });
  return {};
}

}  // namespace crossdock::model

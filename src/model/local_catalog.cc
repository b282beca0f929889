#include "model/local_catalog.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "base/log.h"
#include "model/file_stamp.h"
#include "model/load_order.h"

namespace crossdock::model {
namespace {

int64_t Milliseconds(Nanos time) { return std::chrono::duration_cast<std::chrono::milliseconds>(time).count(); }

}  // namespace

const char* Name(VersionState state) {
  switch (state) {
    case VersionState::kLoading:
    case VersionState::kWarming: return "LOADING";
    case VersionState::kReady: return "READY";
    case VersionState::kRetiring: return "UNLOADING";
    case VersionState::kFailed: return "UNAVAILABLE";
  }
  return "UNAVAILABLE";
}

/// Where versions go that nobody holds any more, so that no request's thread pays for unloading them.
class LocalCatalog::Graveyard {
 public:
  static Pin Wrap(const std::shared_ptr<Graveyard>& yard, std::unique_ptr<const Version> version) {
    return {version.release(), [yard = std::weak_ptr(yard)](const Version* last) {
              std::unique_ptr<const Version> dead(last);
              if (const auto open = yard.lock()) open->dead_.TryPush(std::move(dead));
            }};
  }

 private:
  void Loop(std::stop_token stop) {
    while (auto dead = dead_.Pop(stop)) dead->reset();
  }
  BoundedQueue<std::unique_ptr<const Version>> dead_{256};
  std::jthread thread_{[this](std::stop_token stop) { Loop(stop); }};
};

Result<std::unique_ptr<LocalCatalog>> LocalCatalog::Create(Options options) {
  Found found;
  if (!options.repository.empty()) {
    auto scanned = ScanRepository(options.repository);
    if (!scanned) return scanned.error();
    found = *std::move(scanned);
  }
  auto catalog = std::unique_ptr<LocalCatalog>(new LocalCatalog(std::move(options)));
  std::vector<FoundVersion> versions = catalog->options_.configured;
  versions.insert(versions.end(), found.versions.begin(), found.versions.end());
  versions = InLoadOrder(std::move(versions));
  catalog->Change([&](Models& models) {
    for (const FoundVersion& v : versions) {
      models[v.name][v.version].status = {
          {v.name, v.version}, VersionState::kLoading, WaitsForIdle(v) ? "it waits for an idle moment" : ""};
    }
    for (const Refusal& r : found.refusals) models[r.name][1].status = {{r.name, 1}, VersionState::kFailed, r.reason};
  });
  for (const Refusal& r : found.refusals) log::Error("model refused", {{"model", r.name}, {"reason", r.reason}});
  const auto waiting = std::stable_partition(versions.begin(), versions.end(), std::not_fn(WaitsForIdle));
  for (auto at = waiting; at != versions.end(); ++at) {
    auto& names = catalog->waiting_for_idle_;
    if (std::find(names.begin(), names.end(), at->name) == names.end()) names.push_back(at->name);
  }
  versions.erase(waiting, versions.end());
  auto* self = catalog.get();
  self->work_.TryPush([self, versions = std::move(versions)](const std::stop_token& stop) {
    LoadSideBySide(
        versions, self->options_.at_once,
        [&](const FoundVersion& version) { (void)self->LoadOne(version, stop); },  // its state tells
        stop);
    self->settled_ = true;
    *self->settled_signal_.Lock() = true;
    self->settled_changed_.notify_all();
  });
  return catalog;
}

LocalCatalog::LocalCatalog(Options options)
    : options_(std::move(options)),
      snapshot_(std::make_shared<const Models>()),
      graveyard_(std::make_shared<Graveyard>()),
      thread_([this](std::stop_token stop) { Loop(stop); }) {}

LocalCatalog::~LocalCatalog() = default;

void LocalCatalog::Loop(std::stop_token stop) {
  while (auto job = work_.Pop(stop)) (*job)(stop);
}

void LocalCatalog::Change(const std::function<void(Models&)>& change) {
  const auto turn = changes_.Lock();
  auto next = std::make_shared<Models>(*snapshot_.load());
  change(*next);
  snapshot_.store(std::move(next));
}

void LocalCatalog::SetState(const VersionId& id, VersionState state, std::string reason) {
  Change([&](Models& models) {
    Entry& entry = models[id.name][id.version];
    // While an older object of this version serves, it is ready, whatever becomes of its successor.
    entry.status = {id, entry.pin ? VersionState::kReady : state, std::move(reason)};
  });
}

Status LocalCatalog::LoadOne(const FoundVersion& found, std::stop_token stop) {
  const VersionId id{found.name, found.version};
  SetState(id, VersionState::kLoading, "");
  std::string stamp = FileStamp(found);
  log::Info("loading model", {{"model", id.name}, {"version", id.version}, {"file", found.file.string()}});
  const auto started = std::chrono::steady_clock::now();
  auto loaded = options_.load(found, [&] { SetState(id, VersionState::kWarming, ""); }, stop);
  if (!loaded) {
    log::Error("model failed", {{"model", id.name}, {"version", id.version}, {"reason", loaded.error().message}});
    SetState(id, VersionState::kFailed, loaded.error().message);
    return loaded.error();
  }
  const Version& version = **loaded;
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - started);
  log::Info("model ready", {{"model", id.name},
                            {"version", id.version},
                            {"runtime", version.runtime()},
                            {"max_batch", version.max_batch()},
                            {"unbatched_because", version.batch_note()},
                            {"buckets", version.buckets().size()},
                            {"start", version.load_times().hot ? "hot" : "cold"},
                            {"prepare_ms", Milliseconds(version.load_times().prepare)},
                            {"trial_ms", Milliseconds(version.load_times().trial)},
                            {"warm_ms", Milliseconds(version.load_times().warm)},
                            {"took_ms", took.count()}});
  Pin pin = Graveyard::Wrap(graveyard_, *std::move(loaded));
  Change([&](Models& models) {
    models[id.name][id.version] = {{id, VersionState::kReady, ""}, std::move(pin), std::move(stamp)};
  });
  return {};
}

bool LocalCatalog::Unchanged(const FoundVersion& found) const {
  const Snapshot models = snapshot_.load();
  const auto model = models->find(found.name);
  if (model == models->end()) return false;
  const auto entry = model->second.find(found.version);
  if (entry == model->second.end() || !entry->second.pin || entry->second.stamp.empty()) return false;
  return entry->second.stamp == FileStamp(found);
}

Result<std::vector<FoundVersion>> LocalCatalog::FindNamed(const std::string& name) const {
  std::vector<FoundVersion> versions;
  for (const FoundVersion& v : options_.configured) {
    if (v.name == name) versions.push_back(v);
  }
  if (!options_.repository.empty()) {
    auto found = ScanRepository(options_.repository);
    if (!found) return found.error();
    for (const FoundVersion& v : found->versions) {
      if (v.name == name) versions.push_back(v);
    }
    for (const Refusal& r : found->refusals) {
      if (r.name == name) return Error{ErrorCode::kUnavailable, r.reason, "model", Reason::kModelFailed};
    }
  }
  if (versions.empty()) {
    return Error{
        ErrorCode::kNotFound,
        fmt::format("no model \"{}\" in the repository {} or the configuration", name, options_.repository.string()),
        "model"};
  }
  return versions;
}

Status LocalCatalog::LoadNamed(const std::string& name, std::stop_token stop) {
  const auto versions = FindNamed(name);
  if (!versions) return versions.error();
  std::set<int> wanted;
  Status first_failure;
  for (const FoundVersion& version : *versions) {
    wanted.insert(version.version);
    if (Unchanged(version)) continue;
    Status loaded = LoadOne(version, stop);
    if (!loaded && first_failure) first_failure = std::move(loaded);
  }
  Change([&](Models& models) {
    std::erase_if(models[name], [&](const auto& entry) { return !wanted.contains(entry.first) && first_failure; });
  });
  if (first_failure) return {};
  return Error{ErrorCode::kUnavailable, first_failure.error().message, "model", Reason::kModelFailed};
}

void LocalCatalog::Load(std::string name, Done done) {
  UniqueFunction<void(std::stop_token)> job = [this, name = std::move(name), done = std::move(done)](
                                                  std::stop_token stop) mutable { done(LoadNamed(name, stop)); };
  work_.TryPush(std::move(job));
}

void LocalCatalog::Unload(std::string name, Done done) {
  UniqueFunction<void(std::stop_token)> job = [this, name = std::move(name),
                                               done = std::move(done)](std::stop_token) mutable {
    if (!snapshot_.load()->contains(name)) {
      done(Error{ErrorCode::kNotFound, fmt::format("no model \"{}\" is loaded", name), "model"});
      return;
    }
    Change([&](Models& models) {
      for (auto& [number, entry] : models[name])
        entry = {{{name, number}, VersionState::kFailed, "unloaded"}, nullptr, ""};
    });
    done({});
  };
  work_.TryPush(std::move(job));
}

Result<Pin> LocalCatalog::Find(std::string_view name, std::optional<int> version) const {
  const Snapshot models = snapshot_.load();
  const auto model = models->find(name);
  if (model == models->end()) return Error{ErrorCode::kNotFound, fmt::format("no model \"{}\"", name), "model"};
  const auto& versions = model->second;
  if (version) {
    const auto at = versions.find(*version);
    if (at == versions.end())
      return Error{ErrorCode::kNotFound, fmt::format("model \"{}\" has no version {}", name, *version), "version"};
    if (at->second.pin) return at->second.pin;
  } else {
    for (auto at = versions.rbegin(); at != versions.rend(); ++at) {
      if (at->second.pin) return at->second.pin;
    }
  }
  const VersionStatus& status = version ? versions.at(*version).status : versions.rbegin()->second.status;
  const bool failed = status.state == VersionState::kFailed;
  return Error{ErrorCode::kUnavailable,
               fmt::format("model \"{}\" is {}: {}", name, failed ? "not served" : "being loaded", status.reason),
               "model", failed ? Reason::kModelFailed : Reason::kModelNotReady,
               std::chrono::milliseconds(failed ? 0 : 1000)};
}

std::vector<VersionStatus> LocalCatalog::List() const {
  std::vector<VersionStatus> all;
  const Snapshot models = snapshot_.load();
  for (const auto& [name, versions] : *models) {
    for (const auto& [number, entry] : versions) all.push_back(entry.status);
  }
  return all;
}

bool LocalCatalog::ready() const {
  if (!settled_) return false;
  const Snapshot models = snapshot_.load();
  const auto serves = [](const auto& versions) {
    return std::any_of(versions.begin(), versions.end(), [](const auto& entry) { return entry.second.pin != nullptr; });
  };
  for (const FoundVersion& configured : options_.configured) {
    if (WaitsForIdle(configured)) continue;
    const auto at = models->find(configured.name);
    if (at == models->end() || !serves(at->second)) return false;
  }
  return models->empty() || models->size() == waiting_for_idle_.size() ||
         std::any_of(models->begin(), models->end(), [&](const auto& model) { return serves(model.second); });
}

void LocalCatalog::WaitSettled(std::stop_token stop) {
  RealClock clock;
  auto signal = settled_signal_.Lock();
  while (!*signal && !stop.stop_requested()) signal.Wait(clock, settled_changed_, TimePoint::max(), stop);
}

}  // namespace crossdock::model

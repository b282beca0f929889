#include "model/local_catalog.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/log.h"
#include "base/thread_priority.h"
#include "model/load_order.h"

namespace crossdock::model {
namespace {

using When = VersionLoader::When;

std::vector<FoundVersion> OfModel(const Found& found, const std::string& name) {
  std::vector<FoundVersion> versions;
  std::ranges::copy_if(found.versions, std::back_inserter(versions),
                       [&](const FoundVersion& version) { return version.name == name; });
  return versions;
}

const Refusal* RefusalOf(const Found& found, const std::string& name) {
  const auto at = std::ranges::find(found.refusals, name, &Refusal::name);
  return at == found.refusals.end() ? nullptr : &*at;
}

}  // namespace

Result<std::unique_ptr<LocalCatalog>> LocalCatalog::Create(Options options) {
  auto catalog = std::unique_ptr<LocalCatalog>(new LocalCatalog(options));
  auto found = catalog->Scan();
  if (!found) return found.error();
  catalog->table_.Change([&](VersionTable::Models& models) {
    for (const FoundVersion& v : found->versions) {
      models[v.name][v.version].status = {
          {v.name, v.version}, VersionState::kLoading, WaitsForIdle(v) ? "it waits for an idle moment" : ""};
    }
    for (const Refusal& r : found->refusals) models[r.name][1].status = {{r.name, 1}, VersionState::kFailed, r.reason};
  });
  for (const Refusal& r : found->refusals) log::Error("model refused", {{"model", r.name}, {"reason", r.reason}});
  Inventory known = InventoryOf(*found);
  auto versions = InLoadOrder(std::move(found->versions));
  catalog->SetAside(versions);
  auto* self = catalog.get();
  self->work_.TryPush(
      [self, versions = std::move(versions)](const std::stop_token& stop) { self->Start(versions, stop); });
  if (options.watch_period.count() > 0 && options.clock != nullptr) self->Watch(std::move(known), options);
  return catalog;
}

LocalCatalog::LocalCatalog(Options options)
    : repository_(std::move(options.repository)),
      at_once_(options.at_once),
      loader_(std::move(options.loading), table_),
      thread_([this](std::stop_token stop) { Loop(stop); }) {
  Names required;
  for (const FoundVersion& version : options.configured) {
    if (!WaitsForIdle(version)) required.insert(version.name);
  }
  required_ = std::make_shared<const Names>(std::move(required));
  configured_ = std::make_shared<const std::vector<FoundVersion>>(std::move(options.configured));
}

LocalCatalog::~LocalCatalog() = default;

void LocalCatalog::Loop(std::stop_token stop) {
  SetThreadPriority("loading", 0);
  while (auto job = work_.Pop(stop)) (*job)(stop);
  auto ended = ended_.Lock();
  *ended = true;
  ended_changed_.notify_all();  // with the lock held: the waiter may destroy everything as soon as it is released
}

bool LocalCatalog::Stop(std::chrono::milliseconds within) {
  watch_.reset();
  thread_.request_stop();
  RealClock clock;
  const TimePoint until = clock.Now() + within;
  auto ended = ended_.Lock();
  while (!*ended && clock.Now() < until) ended.Wait(clock, ended_changed_, until, {});
  return *ended;
}

void LocalCatalog::SetAside(std::vector<FoundVersion>& versions) {
  const auto waiting = std::ranges::stable_partition(versions, std::not_fn(WaitsForIdle));
  for (const FoundVersion& version : waiting) {
    if (std::ranges::find(waiting_for_idle_, version.name) == waiting_for_idle_.end())
      waiting_for_idle_.push_back(version.name);
  }
  versions.erase(waiting.begin(), waiting.end());
}

void LocalCatalog::Start(const std::vector<FoundVersion>& versions, const std::stop_token& stop) {
  LoadSideBySide(
      versions, at_once_,
      [&](const FoundVersion& version) { (void)loader_.LoadOne(version, When::kStart, stop); },  // its state tells
      stop);
  settled_ = true;
  *settled_signal_.Lock() = true;
  settled_changed_.notify_all();
}

void LocalCatalog::Watch(Inventory known, const Options& options) {
  RepositoryWatch::Options watch;
  watch.period = options.watch_period;
  watch.known = std::move(known);
  watch.look = [this]() -> Result<Inventory> {
    const auto found = Scan();
    if (!found) return found.error();
    return InventoryOf(*found);
  };
  watch.changed = [this](std::vector<std::string> names) {
    log::Info("models changed on disk", {{"models", fmt::format("{}", fmt::join(names, ", "))}});
    work_.TryPush([this, names = std::move(names)](std::stop_token stop) {
      if (Status done = BringAll(names, std::move(stop)); !done)
        log::Warn("not all changes were taken over", {{"first", done.error().message}});
    });
  };
  watch_.emplace(std::move(watch), *options.clock);
}

/// Models that serve and are not in the configuration.
LocalCatalog::Names LocalCatalog::RepositorysOwn() const {
  Names names;
  const auto models = table_.Snapshot();
  for (const auto& [name, versions] : *models) {
    if (table_.Serves(name)) names.insert(name);
  }
  const auto configured = configured_.load();
  for (const FoundVersion& version : *configured) names.erase(version.name);
  return names;
}

Result<Found> LocalCatalog::Scan() const {
  Found found;
  found.versions = *configured_.load();
  if (repository_.empty()) return found;
  auto scanned = ScanRepository(repository_);
  if (!scanned) return scanned.error();
  if (scanned->versions.empty() && scanned->refusals.empty() && !RepositorysOwn().empty()) {
    return Error{ErrorCode::kUnavailable,
                 fmt::format("the model repository {} is empty all at once: taken for storage that is gone, so what "
                             "serves goes on",
                             repository_.string()),
                 "model_repository"};
  }
  std::ranges::move(scanned->versions, std::back_inserter(found.versions));
  found.refusals = std::move(scanned->refusals);
  return found;
}

/// Makes one model as it was found; one that was not found goes.
Status LocalCatalog::Bring(const std::string& name, const Found& found, std::stop_token stop) {
  const auto versions = OfModel(found, name);
  const Refusal* refusal = RefusalOf(found, name);
  if (refusal != nullptr) {
    log::Error("model refused", {{"model", name}, {"reason", refusal->reason}});
    const auto serving = table_.Find(name, std::nullopt);
    table_.SetState({name, serving ? (*serving)->id().version : 1}, VersionState::kFailed, refusal->reason);
    return Error{ErrorCode::kUnavailable, refusal->reason, "model", Reason::kModelFailed};
  }
  if (versions.empty()) {
    log::Info("model removed", {{"model", name}});
    table_.Change([&](VersionTable::Models& models) { models.erase(name); });
    return {};
  }
  Status loaded = loader_.LoadModel(name, versions, When::kLive, std::move(stop));
  if (loaded) return {};
  return Error{ErrorCode::kUnavailable, loaded.error().message, "model", Reason::kModelFailed};
}

Status LocalCatalog::BringAll(const std::vector<std::string>& names, std::stop_token stop) {
  const auto found = Scan();
  if (!found) return found.error();
  Status first_failure;
  for (const std::string& name : names) {
    if (stop.stop_requested()) break;
    Status brought = Bring(name, *found, stop);
    if (!brought && first_failure) first_failure = std::move(brought);
  }
  RequireWhatServes();
  return first_failure;
}

Status LocalCatalog::ReloadAll(std::stop_token stop) {
  const auto found = Scan();
  if (!found) return found.error();
  Names names;
  for (const FoundVersion& version : found->versions) names.insert(version.name);
  for (const Refusal& refusal : found->refusals) names.insert(refusal.name);
  const auto models = table_.Snapshot();
  for (const auto& [name, versions] : *models) names.insert(name);
  return BringAll({names.begin(), names.end()}, std::move(stop));
}

Status LocalCatalog::LoadNamed(const std::string& name, std::stop_token stop) {
  const auto found = Scan();
  if (!found) return found.error();
  if (OfModel(*found, name).empty() && RefusalOf(*found, name) == nullptr) {
    return Error{ErrorCode::kNotFound,
                 fmt::format("no model \"{}\" in the repository {} or the configuration", name, repository_.string()),
                 "model"};
  }
  return Bring(name, *found, std::move(stop));
}

/// A model that is configured while the server runs does not make it unready until it has served.
void LocalCatalog::RequireWhatServes() {
  const auto before = required_.load();
  const auto configured = configured_.load();
  Names required;
  for (const FoundVersion& version : *configured) {
    if (before->contains(version.name) || table_.Serves(version.name)) required.insert(version.name);
  }
  required_ = std::make_shared<const Names>(std::move(required));
}

void LocalCatalog::Load(std::string name, Done done) {
  Job job = [this, name = std::move(name), done = std::move(done)](std::stop_token stop) mutable {
    done(LoadNamed(name, std::move(stop)));
  };
  work_.TryPush(std::move(job));
}

void LocalCatalog::Unload(std::string name, Done done) {
  Job job = [this, name = std::move(name), done = std::move(done)](std::stop_token) mutable {
    if (!table_.Snapshot()->contains(name)) {
      done(Error{ErrorCode::kNotFound, fmt::format("no model \"{}\" is loaded", name), "model"});
      return;
    }
    table_.Change([&](VersionTable::Models& models) {
      for (auto& [number, entry] : models[name])
        entry = {{{name, number}, VersionState::kUnloaded, "unloaded"}, nullptr, ""};
    });
    log::Info("model unloaded", {{"model", name}});
    done({});
  };
  work_.TryPush(std::move(job));
}

void LocalCatalog::Reload(std::vector<FoundVersion> configured, Done done) {
  Job job = [this, configured = std::move(configured), done = std::move(done)](std::stop_token stop) mutable {
    configured_ = std::make_shared<const std::vector<FoundVersion>>(std::move(configured));
    done(ReloadAll(std::move(stop)));
  };
  work_.TryPush(std::move(job));
}

bool LocalCatalog::ready() const {
  if (!settled_) return false;
  const auto required = required_.load();
  if (!std::ranges::all_of(*required, [&](const std::string& name) { return table_.Serves(name); })) return false;
  if (table_.ServesAny()) return true;
  // Without any model, and while all there are wait for an idle moment, nothing is missing.
  const auto models = table_.Snapshot();
  return std::ranges::all_of(*models, [&](const auto& model) {
    return std::ranges::find(waiting_for_idle_, model.first) != waiting_for_idle_.end() &&
           std::ranges::all_of(model.second,
                               [](const auto& entry) { return entry.second.status.state == VersionState::kLoading; });
  });
}

void LocalCatalog::WaitSettled(std::stop_token stop) {
  RealClock clock;
  auto signal = settled_signal_.Lock();
  while (!*signal && !stop.stop_requested()) signal.Wait(clock, settled_changed_, TimePoint::max(), stop);
}

}  // namespace crossdock::model

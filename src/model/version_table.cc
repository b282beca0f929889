#include "model/version_table.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace crossdock::model {
namespace {

bool AnyServes(const VersionTable::Versions& versions) {
  return std::any_of(versions.begin(), versions.end(), [](const auto& entry) { return entry.second.pin != nullptr; });
}

Error NotServed(std::string_view name, const VersionStatus& status) {
  switch (status.state) {
    case VersionState::kFailed:
      return {ErrorCode::kUnavailable, fmt::format("model \"{}\" is not served: {}", name, status.reason), "model",
              Reason::kModelFailed};
    case VersionState::kUnloaded:
      return {ErrorCode::kUnavailable, fmt::format("model \"{}\" is not served: it was unloaded", name), "model",
              Reason::kModelNotReady};
    default:
      return {ErrorCode::kUnavailable,
              status.reason.empty() ? fmt::format("model \"{}\" is being loaded", name)
                                    : fmt::format("model \"{}\" is not loaded yet: {}", name, status.reason),
              "model", Reason::kModelNotReady, std::chrono::milliseconds(1000)};
  }
}

}  // namespace

const char* Name(VersionState state) {
  switch (state) {
    case VersionState::kLoading:
    case VersionState::kWarming: return "LOADING";
    case VersionState::kReady: return "READY";
    case VersionState::kUnloaded:
    case VersionState::kFailed: return "UNAVAILABLE";
  }
  return "UNAVAILABLE";
}

Result<Pin> VersionTable::Find(std::string_view name, std::optional<int> version) const {
  const auto models = Snapshot();
  const auto model = models->find(name);
  if (model == models->end()) return Error{ErrorCode::kNotFound, fmt::format("no model \"{}\"", name), "model"};
  const Versions& versions = model->second;
  if (version) {
    const auto at = versions.find(*version);
    if (at == versions.end())
      return Error{ErrorCode::kNotFound, fmt::format("model \"{}\" has no version {}", name, *version), "version"};
    if (at->second.pin) return at->second.pin;
    return NotServed(name, at->second.status);
  }
  for (auto at = versions.rbegin(); at != versions.rend(); ++at) {
    if (at->second.pin) return at->second.pin;
  }
  return NotServed(name, versions.rbegin()->second.status);
}

std::vector<VersionStatus> VersionTable::List() const {
  std::vector<VersionStatus> all;
  const auto models = Snapshot();
  for (const auto& [name, versions] : *models) {
    for (const auto& [number, entry] : versions) all.push_back(entry.status);
  }
  return all;
}

bool VersionTable::Serves(std::string_view name) const {
  const auto models = Snapshot();
  const auto model = models->find(name);
  return model != models->end() && AnyServes(model->second);
}

bool VersionTable::ServesAny() const {
  const auto models = Snapshot();
  return std::any_of(models->begin(), models->end(), [](const auto& model) { return AnyServes(model.second); });
}

void VersionTable::Change(const std::function<void(Models&)>& change) {
  const auto one_by_one = changing_.Lock();
  auto next = std::make_shared<Models>(*snapshot_.load());
  change(*next);
  std::erase_if(*next, [](const auto& model) { return model.second.empty(); });
  snapshot_.store(std::move(next));
}

void VersionTable::SetState(const VersionId& id, VersionState state, std::string reason) {
  Change([&](Models& models) {
    Entry& entry = models[id.name][id.version];
    entry.status = {id, entry.pin ? VersionState::kReady : state, std::move(reason)};
  });
}

}  // namespace crossdock::model

#include "jobs/job_table.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace crossdock::jobs {
namespace {

constexpr size_t kMostListeners = 256;  // of one job

Error TooManyListeners() {
  return {ErrorCode::kResourceExhausted, fmt::format("{} clients wait for this job already", kMostListeners), "id",
          Reason::kQueueFull, std::chrono::milliseconds(1000)};
}

Error KeyReused() {
  return {ErrorCode::kAlreadyExists, "this key came with other content before: send a new key with new content",
          "Idempotency-Key", Reason::kKeyReused};
}

}  // namespace

JobTable::JobTable(Options options, Clock& clock)
    : options_(options), clock_(clock), timer_thread_([this](const std::stop_token& stop) { KeepTime(stop); }) {}

Result<JobTable::Opened> JobTable::Open(Entry entry) {
  auto state = state_.Lock();
  Forget(*state, clock_.Now());
  const std::string id = entry.view.id;
  if (const auto known = state->keys.find(entry.key); !entry.key.empty() && known != state->keys.end()) {
    if (state->jobs.at(known->second).entry.fingerprint != entry.fingerprint) return KeyReused();
    return Opened{known->second, true};
  }
  if (state->jobs.contains(id))
    return Error{ErrorCode::kAlreadyExists, fmt::format("there is a job \"{}\" already", id), "id"};
  if (state->jobs.size() >= options_.kept) {
    if (state->ended.empty()) {
      return Error{ErrorCode::kResourceExhausted,
                   fmt::format("{} jobs have not ended; no more are taken (limits.kept_jobs)", state->open), "",
                   Reason::kQueueFull, std::chrono::milliseconds(500)};
    }
    Erase(*state, state->jobs.find(state->ended.begin()->second));
  }
  if (!entry.key.empty()) state->keys[entry.key] = id;
  if (entry.ended) {
    state->ended.emplace(*entry.ended, id);
  } else {
    ++state->open;
  }
  state->jobs[id].entry = std::move(entry);
  return Opened{id, false};
}

void JobTable::Update(const std::string& id, const pipeline::ParcelResult& partial) {
  auto state = state_.Lock();
  const auto job = state->jobs.find(id);
  if (job == state->jobs.end() || HasEnded(job->second.entry.view.state)) return;
  job->second.entry.view.result = partial;
  News news = Changed(job->second);
  state.Unlock();
  Publish(id, std::move(news));
}

void JobTable::SetState(const std::string& id, JobState to) {
  auto state = state_.Lock();
  const auto job = state->jobs.find(id);
  if (job == state->jobs.end() || HasEnded(job->second.entry.view.state)) return;
  if (job->second.entry.view.state == to) return;
  job->second.entry.view.state = to;
  News news = Changed(job->second);
  state.Unlock();
  Publish(id, std::move(news));
}

std::optional<JobView> JobTable::Close(const std::string& id, JobState end, Result<pipeline::ParcelResult> outcome) {
  const TimePoint now = clock_.Now();
  auto state = state_.Lock();
  const auto at = state->jobs.find(id);
  if (at == state->jobs.end() || HasEnded(at->second.entry.view.state)) return std::nullopt;
  Job& job = at->second;
  job.entry.view.state = end;
  if (outcome) {
    job.entry.view.result = *std::move(outcome);
  } else {
    job.entry.view.error = std::move(outcome).error();
  }
  job.entry.ended = now;
  state->ended.emplace(now, id);
  --state->open;
  News news = Changed(job);
  JobView view = news.view;
  state.Unlock();
  Publish(id, std::move(news));
  return view;
}

void JobTable::Drop(const std::string& id, const Error& why) {
  auto state = state_.Lock();
  const auto at = state->jobs.find(id);
  if (at == state->jobs.end()) return;
  std::vector<Tell> tells = TakeTells(at->second, TimePoint::max());
  const Watchers watchers = std::move(at->second.watchers);
  Erase(*state, at);
  state.Unlock();
  for (Tell& tell : tells) tell(why);
  for (const auto& watcher : watchers) watcher->see(why);
}

Result<JobView> JobTable::Get(const std::string& id) {
  auto state = state_.Lock();
  Forget(*state, clock_.Now());
  const auto job = state->jobs.find(id);
  if (job == state->jobs.end()) return NoSuchJob(id);
  return job->second.entry.view;
}

void JobTable::Wait(const std::string& id, WaitFor what, TimePoint until, Tell tell) {
  auto state = state_.Lock();
  Forget(*state, clock_.Now());
  const auto job = state->jobs.find(id);
  Result<JobView> now = NoSuchJob(id);
  if (job != state->jobs.end()) {
    now = job->second.entry.view;
    if (!IsFarEnough(*now, what) && until > clock_.Now()) {
      if (job->second.waiters.size() < kMostListeners) {
        const bool soonest = state->waits.empty() || until < state->waits.begin()->first;
        job->second.waiters.push_back({what, until, std::move(tell)});
        state->waits.emplace(until, id);
        if (soonest) timer_.notify_one();
        return;
      }
      now = TooManyListeners();
    }
  }
  state.Unlock();
  tell(std::move(now));
}

void JobTable::Watch(const std::string& id, const See& see) {
  auto state = state_.Lock();
  Forget(*state, clock_.Now());
  const auto job = state->jobs.find(id);
  Result<JobView> now = NoSuchJob(id);
  if (job != state->jobs.end()) {
    now = job->second.entry.view;
    if (!HasEnded(now->state)) {
      if (job->second.watchers.size() < kMostListeners) {
        job->second.watchers.push_back(std::make_shared<Watcher>());
        job->second.watchers.back()->see = see;
      } else {
        now = TooManyListeners();
      }
    }
  }
  state.Unlock();
  see(now);
}

void JobTable::ReleaseQueued() {
  struct Release {
    JobView view;
    std::vector<Tell> tells;
    Watchers watchers;
  };
  std::vector<Release> released;
  auto state = state_.Lock();
  for (auto& [id, job] : state->jobs) {
    if (job.entry.view.state != JobState::kQueued) continue;
    released.push_back({job.entry.view, TakeTells(job, TimePoint::max()), std::exchange(job.watchers, Watchers())});
  }
  state.Unlock();
  const Error stopping{ErrorCode::kUnavailable, "the server stops; ask again after its next start", "",
                       Reason::kShuttingDown};
  for (Release& release : released) {
    for (Tell& tell : release.tells) tell(release.view);
    for (const auto& watcher : release.watchers) watcher->see(stopping);
  }
}

TimePoint JobTable::NextForgotten() {
  auto state = state_.Lock();
  return state->ended.empty() ? TimePoint::max() : state->ended.begin()->first + options_.keep;
}

size_t JobTable::open() { return state_.Lock()->open; }

JobTable::News JobTable::Changed(Job& job) {
  ++job.entry.view.revision;
  return {TakeTells(job, TimePoint::min()), job.watchers, job.entry.view};
}

std::vector<JobTable::Tell> JobTable::TakeTells(Job& job, TimePoint now) {
  std::vector<Tell> tells;
  std::erase_if(job.waiters, [&](Waiter& waiter) {
    if (waiter.until > now && !IsFarEnough(job.entry.view, waiter.what)) return false;
    tells.push_back(std::move(waiter.tell));
    return true;
  });
  if (now == TimePoint::max()) {  // of a wait without an end, too
    for (Waiter& waiter : job.waiters) tells.push_back(std::move(waiter.tell));
    job.waiters.clear();
  }
  return tells;
}

void JobTable::Publish(const std::string& id, News news) {
  for (Tell& tell : news.tells) tell(news.view);
  bool some_gone = HasEnded(news.view.state);
  for (const auto& watcher : news.watchers) {
    if (watcher->gone || watcher->see(news.view)) continue;
    watcher->gone = true;
    some_gone = true;
  }
  if (!some_gone) return;
  auto state = state_.Lock();
  const auto job = state->jobs.find(id);
  if (job == state->jobs.end()) return;
  const bool all = HasEnded(job->second.entry.view.state);
  std::erase_if(job->second.watchers, [all](const auto& watcher) { return all || watcher->gone; });
}

void JobTable::Erase(State& state, std::unordered_map<std::string, Job>::iterator job) {
  const Entry& entry = job->second.entry;
  if (!entry.key.empty()) state.keys.erase(entry.key);
  if (entry.ended) {
    const auto [first, last] = state.ended.equal_range(*entry.ended);
    const auto at = std::find_if(first, last, [&](const auto& one) { return one.second == entry.view.id; });
    if (at != last) state.ended.erase(at);
  } else {
    --state.open;
  }
  state.jobs.erase(job);
}

void JobTable::Forget(State& state, TimePoint now) const {
  while (!state.ended.empty() && state.ended.begin()->first + options_.keep <= now)
    Erase(state, state.jobs.find(state.ended.begin()->second));
}

void JobTable::KeepTime(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    auto state = state_.Lock();
    const TimePoint now = clock_.Now();
    if (state->waits.empty() || state->waits.begin()->first > now) {
      state.Wait(clock_, timer_, state->waits.empty() ? TimePoint::max() : state->waits.begin()->first, stop);
      continue;
    }
    const std::string id = state->waits.begin()->second;
    state->waits.erase(state->waits.begin());
    const auto job = state->jobs.find(id);
    if (job == state->jobs.end()) continue;
    std::vector<Tell> tells = TakeTells(job->second, now);
    const JobView view = job->second.entry.view;
    state.Unlock();
    for (Tell& tell : tells) tell(view);
  }
}

}  // namespace crossdock::jobs

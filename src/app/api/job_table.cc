#include "app/api/job_table.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace crossdock::app {
namespace {

Error NoSuchJob(const std::string& id) {
  return {ErrorCode::kNotFound, fmt::format("no job \"{}\"; results are kept for a while only", id), "id"};
}

}  // namespace

const char* Name(JobState state) {
  switch (state) {
    case JobState::kRunning: return "running";
    case JobState::kDone: return "done";
    case JobState::kFailed: return "failed";
  }
  return "unknown";
}

JobTable::JobTable(Options options, Clock& clock)
    : options_(options), clock_(clock), timer_thread_([this](std::stop_token stop) { KeepTime(stop); }) {}

Status JobTable::Open(const std::string& id, std::stop_source cancel) {
  auto state = state_.Lock();
  Forget(*state, clock_.Now());
  const auto known = state->jobs.find(id);
  if (known != state->jobs.end())
    return Error{ErrorCode::kAlreadyExists, fmt::format("there is a job \"{}\" already", id), "id"};
  if (state->jobs.size() >= options_.kept) {
    if (state->ended.empty()) {
      return Error{ErrorCode::kResourceExhausted,
                   fmt::format("{} jobs run; no more are taken (limits.kept_jobs)", state->running), "",
                   Reason::kQueueFull, std::chrono::milliseconds(500)};
    }
    state->jobs.erase(state->ended.begin()->second);
    state->ended.erase(state->ended.begin());
  }
  Job& job = state->jobs[id];
  job.view.id = id;
  job.cancel = std::move(cancel);
  ++state->running;
  return {};
}

void JobTable::Update(const std::string& id, const pipeline::ParcelResult& partial) {
  auto state = state_.Lock();
  const auto job = state->jobs.find(id);
  if (job == state->jobs.end() || job->second.view.state != JobState::kRunning) return;
  job->second.view.result = partial;
  std::vector<Told> told = TakeTold(job->second, TimePoint::min());
  state.Unlock();
  for (Told& t : told) t.tell(std::move(t.view));
}

void JobTable::Close(const std::string& id, Result<pipeline::ParcelResult> outcome) {
  const TimePoint now = clock_.Now();
  auto state = state_.Lock();
  const auto at = state->jobs.find(id);
  if (at == state->jobs.end() || at->second.view.state != JobState::kRunning) return;
  Job& job = at->second;
  job.view.state = outcome ? JobState::kDone : JobState::kFailed;
  if (outcome) {
    job.view.result = *std::move(outcome);
  } else {
    job.view.error = std::move(outcome).error();
  }
  job.ended = now;
  state->ended.emplace(now, id);
  --state->running;
  std::vector<Told> told = TakeTold(job, TimePoint::min());
  state.Unlock();
  for (Told& t : told) t.tell(std::move(t.view));
}

Result<JobView> JobTable::Get(const std::string& id) {
  auto state = state_.Lock();
  Forget(*state, clock_.Now());
  const auto job = state->jobs.find(id);
  if (job == state->jobs.end()) return NoSuchJob(id);
  return job->second.view;
}

Status JobTable::Cancel(const std::string& id) {
  auto state = state_.Lock();
  const auto job = state->jobs.find(id);
  if (job == state->jobs.end()) return NoSuchJob(id);
  std::stop_source cancel = job->second.cancel;
  state.Unlock();
  cancel.request_stop();
  return {};
}

void JobTable::Wait(const std::string& id, WaitFor what, TimePoint until, Tell tell) {
  auto state = state_.Lock();
  const auto job = state->jobs.find(id);
  if (job == state->jobs.end()) {
    state.Unlock();
    tell(NoSuchJob(id));
    return;
  }
  if (IsFarEnough(job->second.view, what) || until <= clock_.Now()) {
    JobView view = job->second.view;
    state.Unlock();
    tell(std::move(view));
    return;
  }
  const bool soonest = state->waits.empty() || until < state->waits.begin()->first;
  job->second.waiters.push_back({what, until, std::move(tell)});
  state->waits.emplace(until, id);
  if (soonest) timer_.notify_one();
}

size_t JobTable::running() { return state_.Lock()->running; }

bool JobTable::IsFarEnough(const JobView& view, WaitFor what) {
  return view.state != JobState::kRunning || (what == WaitFor::kCodes && view.result.codes_done);
}

std::vector<JobTable::Told> JobTable::TakeTold(Job& job, TimePoint now) {
  std::vector<Told> told;
  std::erase_if(job.waiters, [&](Waiter& waiter) {
    if (waiter.until > now && !IsFarEnough(job.view, waiter.what)) return false;
    told.push_back({std::move(waiter.tell), job.view});
    return true;
  });
  return told;
}

void JobTable::Forget(State& state, TimePoint now) {
  while (!state.ended.empty() && state.ended.begin()->first + options_.keep <= now) {
    state.jobs.erase(state.ended.begin()->second);
    state.ended.erase(state.ended.begin());
  }
}

void JobTable::KeepTime(std::stop_token stop) {
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
    std::vector<Told> told = TakeTold(job->second, now);
    state.Unlock();
    for (Told& t : told) t.tell(std::move(t.view));
  }
}

}  // namespace crossdock::app

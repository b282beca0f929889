#include "jobs/job_service.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/log.h"
#include "jobs/result_json.h"
#include "jobs/submission.h"

namespace crossdock::jobs {
namespace {

constexpr std::chrono::seconds kBetweenForgets{1};
constexpr std::chrono::seconds kBetweenWrites{1};

Error Stopping() { return {ErrorCode::kUnavailable, "the server stops", "", Reason::kShuttingDown}; }

/// Whether the server, and not the job, was at fault: no room, a model that is not there yet, a stop, or a deadline that is the server's
/// own (which is meant for those who wait in the call).
bool IsForNow(const Error& error, bool has_deadline) {
  switch (error.code) {
    case ErrorCode::kUnavailable: return true;
    case ErrorCode::kResourceExhausted: return error.reason != Reason::kTooLarge;
    case ErrorCode::kDeadlineExceeded: return !has_deadline;
    default: return false;
  }
}

bool IsForNow(const Result<pipeline::ParcelResult>& outcome, bool has_deadline) {
  if (!outcome) return IsForNow(outcome.error(), has_deadline);
  const auto failed = [&](const pipeline::PictureResult& picture) {
    return picture.error && IsForNow(*picture.error, has_deadline);
  };
  return std::any_of(outcome->pictures.begin(), outcome->pictures.end(), failed) ||
         (outcome->text_error && IsForNow(*outcome->text_error, has_deadline));
}

}  // namespace

JobService::JobService(const Options& options, Pipelines pipelines, const Parts& parts)
    : options_(options), pipelines_(std::move(pipelines)), parts_(parts), table_(options.table, parts.clock) {
  if (parts_.journal != nullptr) Restore();
  timer_thread_ = std::jthread([this](const std::stop_token& stop) { KeepTime(stop); });
}

JobService::~JobService() { BeginStop(); }

void JobService::Restore() {
  Journal::Contents contents = parts_.journal->TakeContents();
  const TimePoint now = parts_.clock.Now();
  const int64_t unix_now = parts_.unix_ms();
  for (auto& ended : contents.ended) {
    auto view = ParseJob(ended.result);
    if (!view) {
      log::Error("a kept result cannot be read", {{"id", ended.record.id}, {"why", view.error().message}});
      continue;
    }
    view->tenant = ended.record.tenant;
    const TimePoint when = now - std::chrono::milliseconds(std::max<int64_t>(0, unix_now - ended.ended_ms));
    (void)table_.Open({*std::move(view), ended.record.key, ended.record.fingerprint, when});
  }
  auto state = state_.Lock();
  for (Record& record : contents.open) {
    JobView view{record.id, record.pipeline, record.tenant, JobState::kQueued};
    view.result.waybill = record.waybill;
    if (auto opened = table_.Open({std::move(view), record.key, record.fingerprint, std::nullopt}); !opened) {
      log::Error("a kept job cannot be taken up: it stays on disk for a start with more room",
                 {{"id", record.id}, {"why", opened.error().message}});
      continue;
    }
    Job job;
    job.record = std::make_shared<const Record>(std::move(record));
    job.keeping = Keeping::kStored;
    job.number = state->next_number++;
    state->queue.Add({job.record->id, job.record->tier, job.number}, now);
    state->jobs.emplace(job.record->id, std::move(job));
  }
  state->next_forget = now;
  if (parts_.callbacks != nullptr) {
    for (const Letter& letter : contents.letters) parts_.callbacks->Add(letter);
  }
  if (!contents.open.empty() || !contents.letters.empty()) {
    log::Info("taken up from the last run", {{"jobs", contents.open.size()}, {"callbacks", contents.letters.size()}});
  }
}

void JobService::Begin() {
  state_.Lock()->begun = true;
  RunNext();
}

void JobService::Submit(Submission submission, UniqueFunction<void(Result<Accepted>)> told) {
  const std::string id = submission.parcel.context.id;
  const auto pipeline = pipelines_.find(submission.pipeline);
  if (pipeline == pipelines_.end()) {
    return told(
        Error{ErrorCode::kNotFound, fmt::format("no pipeline \"{}\" is configured", submission.pipeline), "pipeline"});
  }
  if (!submission.callback.empty()) {
    const Status allowed =
        parts_.callbacks != nullptr
            ? parts_.callbacks->Check(submission.callback)
            : InvalidArgument("callback", "callbacks are not configured: jobs.folder and jobs.callbacks.secret_file");
    if (!allowed) return told(allowed.error());
  }
  const bool kept = keeps() && (!submission.waits || !submission.key.empty() || !submission.callback.empty());
  auto record = std::make_shared<const Record>(MakeRecord(submission, parts_.unix_ms(), parts_.clock.Now(), kept));
  JobView view{id, record->pipeline, record->tenant, kept ? JobState::kQueued : JobState::kRunning};
  view.result.waybill = record->waybill;
  auto opened = table_.Open({view, record->key, record->fingerprint, std::nullopt});
  if (!opened) return told(opened.error());
  if (opened->existing) {
    return WhenStored(opened->id, [this, first = opened->id, told = std::move(told)](const Status& stored) mutable {
      if (!stored) return told(stored.error());
      auto now = table_.Get(first);
      if (!now) return told(now.error());
      told(Accepted{*std::move(now), true});
    });
  }
  if (const Status announced = pipeline->second->Announce(submission.parcel); !announced) {
    table_.Drop(id, announced.error());
    return told(announced.error());
  }
  auto state = state_.Lock();
  if (state->stopping) {
    state.Unlock();
    table_.Drop(id, Stopping());
    return told(Stopping());
  }
  Job& job = state->jobs[id];
  job.record = record;
  job.pictures = submission.parcel.pictures;
  job.cancel = submission.parcel.context.cancel;
  job.number = state->next_number++;
  job.running = !kept;
  state.Unlock();
  if (kept) {
    return Store(id, [view, told = std::move(told)](const Status& stored) mutable {
      if (!stored) return told(stored.error());
      told(Accepted{std::move(view), false});
    });
  }
  if (submission.waits) {
    // Begun first: the client waits for the result, not for our word.
    Run(id, record->pipeline, std::move(submission.parcel));
    return told(Accepted{std::move(view), false});
  }
  told(Accepted{std::move(view), false});
  Run(id, record->pipeline, std::move(submission.parcel));
}

void JobService::Store(const std::string& id, UniqueFunction<void(Status)> told) {
  auto state = state_.Lock();
  const auto at = state->jobs.find(id);
  if (at == state->jobs.end()) {
    state.Unlock();
    return told({});
  }
  Job& job = at->second;
  job.keeping = Keeping::kStoring;
  job.when_stored.push_back(std::move(told));
  auto record = job.record;
  auto pictures = job.pictures;
  state.Unlock();
  parts_.journal->Accept(std::move(record), std::move(pictures),
                         [this, id](const Status& status) { Stored(id, status); });
}

void JobService::Stored(const std::string& id, const Status& status) {
  auto state = state_.Lock();
  const auto at = state->jobs.find(id);
  if (at == state->jobs.end()) return;  // it ended meanwhile, and told them
  Job& job = at->second;
  auto tells = std::exchange(job.when_stored, {});
  job.pictures.clear();
  job.keeping = status ? Keeping::kStored : Keeping::kNot;
  const bool begun = job.running;
  if (!status && begun) job.cancel.request_stop();  // its client is refused: nobody waits for it any more
  std::optional<Job> over;
  if (!begun && (!status || job.cancelled)) {
    over = std::move(job);
    state->jobs.erase(at);
  } else if (!begun) {
    state->queue.Add({id, job.record->tier, job.number}, parts_.clock.Now());
  }
  state.Unlock();
  if (over && !status) table_.Drop(id, status.error());
  for (auto& tell : tells) tell(status);
  if (over && status) Close(id, *std::move(over), Error{ErrorCode::kCancelled, "the job was cancelled"});
  RunNext();
}

void JobService::WhenStored(const std::string& id, UniqueFunction<void(Status)> told) {
  auto state = state_.Lock();
  const auto at = state->jobs.find(id);
  if (at != state->jobs.end() && at->second.keeping == Keeping::kStoring) {
    at->second.when_stored.push_back(std::move(told));
    return;
  }
  state.Unlock();
  told({});
}

void JobService::Keep(const std::string& id, UniqueFunction<void(Status)> told) {
  auto state = state_.Lock();
  const auto at = state->jobs.find(id);
  const bool needed = parts_.journal != nullptr && at != state->jobs.end() && at->second.keeping == Keeping::kNot;
  state.Unlock();
  if (needed) return Store(id, std::move(told));
  WhenStored(id, std::move(told));
}

void JobService::RunNext() {
  std::vector<std::string> next;
  auto state = state_.Lock();
  while (state->begun && !state->stopping && state->running < options_.running) {
    const auto entry = state->queue.TakeReady(parts_.clock.Now());
    if (!entry) break;
    Job& job = state->jobs.at(entry->id);
    job.running = job.holds_slot = true;
    ++state->running;
    next.push_back(entry->id);
  }
  timer_.notify_all();
  state.Unlock();
  for (const std::string& id : next)
    parts_.journal->Begin(id, [this, id](Result<Journal::Loaded> loaded) { Loaded(id, std::move(loaded)); });
}

void JobService::Loaded(const std::string& id, Result<Journal::Loaded> loaded) {
  if (!loaded) return Ended(id, loaded.error());
  if (loaded->record.runs > options_.most_interruptions) {
    return Ended(id, Error{ErrorCode::kInternal, fmt::format("given up: the server ended {} times while this job ran",
                                                             options_.most_interruptions)});
  }
  pipeline::ParcelRequest parcel = MakeRequest(*std::move(loaded), parts_.unix_ms(), parts_.clock.Now());
  auto state = state_.Lock();
  const auto at = state->jobs.find(id);
  if (at == state->jobs.end()) return;
  if (state->stopping) {
    state.Unlock();
    return Ended(id, Stopping());
  }
  parcel.context.cancel = at->second.cancel;
  const std::string pipeline = at->second.record->pipeline;
  state.Unlock();
  table_.SetState(id, JobState::kRunning);
  Run(id, pipeline, std::move(parcel));
}

void JobService::Run(const std::string& id, const std::string& pipeline, pipeline::ParcelRequest parcel) {
  const auto service = pipelines_.find(pipeline);
  if (service == pipelines_.end()) {
    return Ended(id,
                 Error{ErrorCode::kNotFound, fmt::format("no pipeline \"{}\" is configured", pipeline), "pipeline"});
  }
  parcel.on_codes = [this, id](const pipeline::ParcelResult& partial) { table_.Update(id, partial); };
  parcel.on_waiting = [this, id] { GiveSlotBack(id); };
  parcel.done = pipeline::Completion<pipeline::ParcelResult>(
      [this, id](Result<pipeline::ParcelResult> outcome) { Ended(id, std::move(outcome)); });
  service->second->Submit(std::move(parcel));
}

void JobService::GiveSlotBack(const std::string& id) {
  auto state = state_.Lock();
  const auto at = state->jobs.find(id);
  if (at == state->jobs.end() || !std::exchange(at->second.holds_slot, false)) return;
  --state->running;
  state.Unlock();
  RunNext();
}

void JobService::RunAgainLater(Held& state, const std::string& id, Job& job) {
  job.running = false;
  ++job.tries;
  const double drawn = std::uniform_real_distribution<>(0, 1)(state->random);
  state->queue.Add({id, job.record->tier, job.number}, parts_.clock.Now() + options_.backoff.After(job.tries, drawn));
}

void JobService::Ended(const std::string& id, Result<pipeline::ParcelResult> outcome) {
  auto state = state_.Lock();
  const auto at = state->jobs.find(id);
  if (at == state->jobs.end()) return;
  Job& job = at->second;
  if (std::exchange(job.holds_slot, false)) --state->running;
  if (job.keeping == Keeping::kStored && !job.cancelled && IsForNow(outcome, job.record->deadline_ms != 0) &&
      (state->stopping || job.tries + 1 < options_.most_tries)) {
    // The promise was given: it runs again, here or after the next start.
    if (state->stopping) {
      job.running = false;
    } else {
      RunAgainLater(state, id, job);
    }
    state.Unlock();
    table_.SetState(id, JobState::kQueued);
    return RunNext();
  }
  Job over = std::move(job);
  state->jobs.erase(at);
  ++state->ended;
  state.Unlock();
  Close(id, std::move(over), std::move(outcome));
  RunNext();
}

void JobService::Close(const std::string& id, Job job, Result<pipeline::ParcelResult> outcome) {
  const JobState end = outcome ? JobState::kDone : job.cancelled ? JobState::kCancelled : JobState::kFailed;
  auto view = table_.Close(id, end, std::move(outcome));
  if (view && job.keeping != Keeping::kNot) {
    const int64_t now = parts_.unix_ms();
    auto letter = MakeLetter(*view, job.record->callback, now);
    Write({*std::move(view), std::move(job.record), now, std::move(letter)});
  }
  // Who waited for the job to be on disk is told that it is over instead: its result is there.
  for (auto& tell : job.when_stored) tell({});
}

void JobService::Write(Unwritten ended) {
  auto shared = std::make_shared<Unwritten>(std::move(ended));
  parts_.journal->End(shared->view.id, shared->view.state, shared->ended_ms, ToJson(shared->view), shared->letter,
                      [this, shared](const Status& written) {
                        if (written) {
                          if (shared->letter && parts_.callbacks != nullptr) parts_.callbacks->Add(*shared->letter);
                          return;
                        }
                        auto state = state_.Lock();
                        if (state->unwritten.empty())
                          log::Warn("the end of a job could not be written; it is tried again",
                                    {{"id", shared->view.id}, {"why", written.error().message}});
                        state->unwritten.push_back(std::move(*shared));
                        state->next_write = parts_.clock.Now() + kBetweenWrites;
                        timer_.notify_all();
                      });
}

Result<JobView> JobService::Cancel(const std::string& id) {
  auto state = state_.Lock();
  const auto at = state->jobs.find(id);
  if (at != state->jobs.end()) {
    Job& job = at->second;
    job.cancelled = true;
    std::stop_source cancel = job.cancel;
    std::optional<Job> over;
    if (!job.running && job.keeping == Keeping::kStored && state->queue.Remove(id)) {
      over = std::move(job);
      state->jobs.erase(at);
    }
    state.Unlock();
    cancel.request_stop();
    if (over) Close(id, *std::move(over), Error{ErrorCode::kCancelled, "the job was cancelled"});
  } else {
    state.Unlock();
  }
  return table_.Get(id);
}

JobService::Load JobService::load() {
  auto state = state_.Lock();
  return {table_.open(), state->queue.size(), state->unwritten.size()};
}

void JobService::BeginStop() {
  if (std::exchange(state_.Lock()->stopping, true)) return;
  timer_thread_.request_stop();
  if (timer_thread_.joinable()) timer_thread_.join();
  table_.ReleaseQueued();
  for (Unwritten& ended : std::exchange(state_.Lock()->unwritten, {})) Write(std::move(ended));
}

bool JobService::MustForget(State& state) {
  // Ended jobs leave the table by themselves; the disk is told when one is over its time, or when it may hold too many.
  return state.ended * 10 >= options_.table.kept || table_.NextForgotten() <= parts_.clock.Now();
}

void JobService::KeepTime(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    auto state = state_.Lock();
    const TimePoint now = parts_.clock.Now();
    if (state->next_write <= now) {
      state->next_write = TimePoint::max();
      auto again = std::exchange(state->unwritten, {});
      state.Unlock();
      for (Unwritten& ended : again) Write(std::move(ended));
      continue;
    }
    if (state->next_forget <= now && MustForget(*state)) {
      state->next_forget = now + kBetweenForgets;
      state->ended = 0;
      state.Unlock();
      const auto keep = std::chrono::duration_cast<std::chrono::milliseconds>(options_.table.keep);
      parts_.journal->Forget(parts_.unix_ms() - keep.count(), [](const Status&) {});
      table_.ForgetOld();
      continue;
    }
    const bool can_run = state->begun && state->running < options_.running;
    const TimePoint next = can_run ? state->queue.NextTime() : TimePoint::max();
    if (next <= now) {
      state.Unlock();
      RunNext();
      continue;
    }
    const TimePoint forget =
        MustForget(*state) ? state->next_forget : std::max(state->next_forget, table_.NextForgotten());
    state.Wait(parts_.clock, timer_, std::min({next, state->next_write, forget}), stop);
  }
}

}  // namespace crossdock::jobs

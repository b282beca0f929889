#include "store/committer.h"

#include <utility>

#include <fmt/format.h>

namespace crossdock::store {

Committer::Committer(std::unique_ptr<Database> database, const Options& options)
    : options_(options), database_(std::move(database)), thread_([this](const std::stop_token& stop) { Loop(stop); }) {}

void Committer::Submit(Work work, Done done) {
  auto state = state_.Lock();
  Status refused;
  if (state->stopped) {
    refused = Error{ErrorCode::kUnavailable, "the server stops", "", Reason::kShuttingDown};
  } else if (state->waiting.size() >= options_.most_waiting) {
    refused = Error{ErrorCode::kResourceExhausted, fmt::format("{} writes wait for the disk", state->waiting.size()),
                    "", Reason::kQueueFull, std::chrono::milliseconds(1000)};
  } else {
    state->waiting.push_back({std::move(work), std::move(done), {}});
    ready_.notify_one();
    return;
  }
  state.Unlock();
  done(std::move(refused));
}

void Committer::Stop() {
  state_.Lock()->stopped = true;
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

std::vector<Committer::Piece> Committer::Take(const std::stop_token& stop) {
  auto state = state_.Lock();
  while (state->waiting.empty() && !stop.stop_requested()) state.Wait(clock_, ready_, TimePoint::max(), stop);
  std::vector<Piece> batch;
  while (!state->waiting.empty() && batch.size() < options_.most_together) {
    batch.push_back(std::move(state->waiting.front()));
    state->waiting.pop_front();
  }
  return batch;
}

void Committer::Loop(const std::stop_token& stop) {
  for (;;) {
    std::vector<Piece> batch = Take(stop);
    if (batch.empty()) return;  // stopped, and nothing waits
    Commit(batch);
    for (Piece& piece : batch) piece.done(std::move(piece.outcome));
  }
}

void Committer::Commit(std::vector<Piece>& batch) {
  const Status together = TryTogether(batch);
  if (together) return;
  if (batch.size() == 1) {
    batch.front().outcome = together;
    return;
  }
  // One that does not fit the disk must not take the others with it: each gets a transaction of its own.
  for (Piece& piece : batch) {
    if (Status alone = TryTogether(std::span(&piece, 1)); !alone) piece.outcome = std::move(alone);
  }
}

Status Committer::TryTogether(std::span<Piece> batch) {
  const auto give_up = [&](Status failed) {
    if (database_->in_transaction()) (void)database_->Execute("ROLLBACK");
    return failed;
  };
  if (Status begun = database_->Execute("BEGIN IMMEDIATE"); !begun) return give_up(std::move(begun));
  for (Piece& piece : batch) {
    if (Status marked = database_->Execute("SAVEPOINT piece"); !marked) return give_up(std::move(marked));
    piece.outcome = piece.work(*database_);
    if (!database_->in_transaction()) return piece.outcome;  // a full disk ends the whole transaction
    if (!piece.outcome) {
      if (Status undone = database_->Execute("ROLLBACK TO piece"); !undone) return give_up(std::move(undone));
    }
    if (Status kept = database_->Execute("RELEASE piece"); !kept) return give_up(std::move(kept));
  }
  if (Status committed = database_->Execute("COMMIT"); !committed) return give_up(std::move(committed));
  state_.Lock()->commits += 1;
  return {};
}

}  // namespace crossdock::store

#include "jobs/callback/callback_service.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/log.h"

namespace crossdock::jobs {
namespace {

Outbox::Options OutboxOptions(const CallbackConfig& config) {
  return {config.attempts,
          {std::chrono::milliseconds(config.first_retry_ms), std::chrono::milliseconds(config.longest_retry_ms)},
          static_cast<size_t>(config.parallel),
          static_cast<size_t>(config.parallel_each)};
}

Error At(Error error) {
  error.field = "jobs.callbacks." + error.field;
  return error;
}

}  // namespace

int64_t UnixNowMs() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

Result<std::unique_ptr<CallbackService>> CallbackService::Create(const CallbackConfig& config, Journal& journal,
                                                                 Clock& clock, UnixClock unix_ms) {
  auto rules = TargetRules::Parse(config.targets, config.networks);
  if (!rules) return At(std::move(rules).error());
  auto signer = Signer::Read(config.secret_file);
  if (!signer) return At(std::move(signer).error());
  return std::unique_ptr<CallbackService>(
      new CallbackService(config, *std::move(rules), *std::move(signer), journal, clock, std::move(unix_ms)));
}

CallbackService::CallbackService(const CallbackConfig& config, TargetRules rules, Signer signer, Journal& journal,
                                 Clock& clock, UnixClock unix_ms)
    : config_(config),
      rules_(std::move(rules)),
      signer_(std::move(signer)),
      journal_(journal),
      clock_(clock),
      unix_ms_(std::move(unix_ms)),
      state_(State{Outbox(OutboxOptions(config)), {}}),
      poster_(std::make_unique<Poster>(rules_)),
      thread_([this](const std::stop_token& stop) { Loop(stop); }) {}

Status CallbackService::Check(const std::string& url) const {
  const auto origin = rules_.CheckUrl(url);
  if (!origin) return origin.error();
  return {};
}

void CallbackService::Add(const Letter& letter) {
  const auto origin = rules_.CheckUrl(letter.url);
  const auto wait = std::chrono::milliseconds(std::max<int64_t>(0, letter.next_ms - unix_ms_()));
  // A target that is no longer listed is tried all the same: the poster refuses it, and the letter ends among the dead.
  state_.Lock()->outbox.Add(letter.id, origin.value_or(letter.url), letter.failures, clock_.Now() + wait);
  changed_.notify_all();
}

void CallbackService::Replay(const std::string& id, Journal::ToldOf<std::vector<Letter>> told) {
  journal_.Revive(id, unix_ms_(), [this, told = std::move(told)](Result<std::vector<Letter>> letters) mutable {
    if (letters) {
      for (const Letter& letter : *letters) Add(letter);
    }
    told(std::move(letters));
  });
}

CallbackService::Counts CallbackService::counts() {
  auto state = state_.Lock();
  Counts counts = state->counts;
  counts.waiting = state->outbox.size();
  return counts;
}

void CallbackService::Stop() {
  if (std::exchange(state_.Lock()->stopped, true)) return;
  thread_.request_stop();
  thread_.join();
  poster_->Stop();
}

void CallbackService::Loop(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    auto state = state_.Lock();
    const std::vector<std::string> due = state->outbox.TakeDue(clock_.Now());
    if (due.empty()) {
      state.Wait(clock_, changed_, state->outbox.NextTime(), stop);
      continue;
    }
    state.Unlock();
    for (const std::string& id : due) Try(id);
  }
}

void CallbackService::Try(const std::string& id) {
  journal_.ReadLetter(id, [this, id](Result<Letter> letter) {
    if (letter) return Post(*letter);
    Letter unknown;
    unknown.id = id;
    // Not there any more: nothing is left to deliver. A disk that cannot be read now may be later.
    Tried(unknown, letter.error().code == ErrorCode::kNotFound ? Delivery{410, "it is no longer kept"}
                                                               : Delivery{0, letter.error().message});
  });
}

void CallbackService::Post(const Letter& letter) {
  if (state_.Lock()->stopped) return;
  const int64_t seconds = unix_ms_() / 1000;
  Poster::Post post{letter.url,
                    {"Content-Type: application/json", fmt::format("webhook-id: {}", letter.id),
                     fmt::format("webhook-timestamp: {}", seconds),
                     fmt::format("webhook-signature: {}", signer_.Sign(letter.id, seconds, letter.body))},
                    letter.body,
                    std::chrono::milliseconds(config_.timeout_ms)};
  poster_->Send(std::move(post), [this, letter](const Delivery& delivery) { Tried(letter, delivery); });
}

void CallbackService::Tried(Letter letter, const Delivery& delivery) {
  const TimePoint now = clock_.Now();
  auto state = state_.Lock();
  if (state->stopped && !delivery.good()) return;  // not its fault: the next start tries again
  const double drawn = std::uniform_real_distribution<>(0, 1)(state->random);
  const auto settled = state->outbox.Settle(letter.id, delivery, now, drawn);
  using Kind = Outbox::Settled::Kind;
  state->counts.delivered += settled.kind == Kind::kDelivered ? 1 : 0;
  state->counts.failed += settled.kind == Kind::kDelivered ? 0 : 1;
  state->counts.dead += settled.kind == Kind::kDead ? 1 : 0;
  state.Unlock();
  changed_.notify_all();

  const auto written = [id = letter.id](const Status& status) {
    // The letter is then delivered once more after a restart, which its id allows.
    if (!status) log::Warn("a callback's state could not be written", {{"id", id}, {"why", status.error().message}});
  };
  if (settled.kind == Kind::kDelivered) return journal_.Delivered(letter.id, written);
  letter.failures = settled.failures;
  letter.why = delivery.why;
  letter.next_ms = unix_ms_() + std::chrono::duration_cast<std::chrono::milliseconds>(settled.again - now).count();
  if (settled.kind == Kind::kDead) {
    log::Warn("a callback is dead", {{"id", letter.id}, {"job", letter.job}, {"why", delivery.why}});
  }
  journal_.NotDelivered(std::move(letter), settled.kind == Kind::kDead, written);
}

}  // namespace crossdock::jobs

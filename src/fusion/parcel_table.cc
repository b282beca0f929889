#include "fusion/parcel_table.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace crossdock::fusion {
namespace {

constexpr size_t kMostWaiters = 256;  // of one parcel

std::string KeyOf(const ParcelId& id) { return id.tenant + '\n' + id.name; }

Error NoSuchParcel(const ParcelId& id) {
  return {ErrorCode::kNotFound,
          fmt::format("no parcel \"{}\": no picture named it within pipelines.parcel.cameras.window_s", id.name),
          "parcel"};
}

Error NoRoom(std::string message, std::chrono::milliseconds retry_after) {
  return {ErrorCode::kResourceExhausted, std::move(message), "parcel", Reason::kQueueFull, retry_after};
}

}  // namespace

ParcelTable::ParcelTable(const CamerasConfig& config, Clock& clock, Observer observer)
    : config_(config),
      rules_{config.accept, config.middle_belief, config.edge_belief, config.edge_zone},
      codes_(config),
      clock_(clock),
      observer_(std::move(observer)),
      timer_thread_([this](const std::stop_token& stop) { KeepTime(stop); }) {}

Status ParcelTable::Expect(const ParcelId& id, const Sighting& sighting, size_t pictures) {
  const std::string key = KeyOf(id);
  const TimePoint now = clock_.Now();
  const TimePoint deadline =
      sighting.arrived + sighting.verdict_within.value_or(std::chrono::milliseconds(config_.deadline_ms));
  auto state = state_.Lock();
  auto at = state->parcels.find(key);
  if (at != state->parcels.end() && ForgetAt(at->second) <= now && at->second.told) {
    Erase(*state, key);  // the name is free again, whether the timer has come by or not
    at = state->parcels.end();
  }
  const size_t announced = pictures + (at == state->parcels.end() ? 0 : at->second.announced);
  if (announced > kMostViews) {
    return NoRoom(fmt::format("more than {} pictures of parcel \"{}\"", kMostViews, id.name),
                  std::chrono::seconds(config_.window_s));
  }
  if (at == state->parcels.end()) {
    if (deadline <= now || state->stopped) return {};
    if (state->parcels.size() >= static_cast<size_t>(config_.max_parcels) && !MakeRoom(*state)) {
      return NoRoom(fmt::format("{} parcels wait for their verdicts; no more are taken (cameras.max_parcels)",
                                config_.max_parcels),
                    std::chrono::milliseconds(config_.deadline_ms));
    }
    at = state->parcels.emplace(key, Entry{id, Parcel(sighting.arrived, deadline, rules_)}).first;
  }
  Entry& entry = at->second;
  entry.announced = announced;
  entry.parcel.Expect(sighting.cameras > 0 ? sighting.cameras : config_.expected, deadline);
  if (!entry.parcel.verdict()) SetAlarm(*state, entry.parcel.deadline(), key);
  return {};
}

void ParcelTable::Report(const ParcelId& id, std::vector<View> views, Tell tell) {
  for (View& view : views) std::erase_if(view.reads, [&](const Read& read) { return !codes_.CanName(read); });
  const std::string key = KeyOf(id);
  const TimePoint now = clock_.Now();
  auto state = state_.Lock();
  const auto at = state->parcels.find(key);
  Share share{id.name};
  if (at == state->parcels.end() || state->stopped) {
    state.Unlock();
    share.late = share.past_deadline = share.unknown = true;
    if (observer_.late) observer_.late(true);
    return tell(share);
  }
  Entry& entry = at->second;
  const Parcel::Seen seen = entry.parcel.Add(std::move(views), now);
  share.late = seen.late;
  share.past_deadline = seen.past_deadline;
  entry.tells.emplace_back(std::move(share), std::move(tell));
  News news = Take(*state, key, entry, now);
  state.Unlock();
  if (seen.late && observer_.late) observer_.late(seen.past_deadline);
  Publish(std::move(news));
}

void ParcelTable::Wait(const ParcelId& id, TimePoint until, TellView tell) {
  const std::string key = KeyOf(id);
  const TimePoint now = clock_.Now();
  auto state = state_.Lock();
  const auto at = state->parcels.find(key);
  if (at == state->parcels.end() || (at->second.told && ForgetAt(at->second) <= now)) {
    state.Unlock();
    return tell(NoSuchParcel(id));
  }
  Entry& entry = at->second;
  entry.parcel.PassTime(now);
  if (entry.waiters.size() < kMostWaiters && !state->stopped) {
    entry.waiters.push_back({until, std::move(tell)});
    if (!entry.parcel.verdict() && until > now) SetAlarm(*state, until, key);
    News news = Take(*state, key, entry, now);
    state.Unlock();
    return Publish(std::move(news));
  }
  const ParcelView view = ViewOf(entry);
  state.Unlock();
  if (view.verdict) return tell(view);
  tell(NoRoom(fmt::format("{} clients wait for this parcel already", kMostWaiters), std::chrono::seconds(1)));
}

ParcelTable::Load ParcelTable::load() {
  auto state = state_.Lock();
  return {state->parcels.size() - state->decided.size(), state->parcels.size()};
}

void ParcelTable::Stop() {
  timer_thread_.request_stop();
  if (timer_thread_.joinable()) timer_thread_.join();
  std::vector<News> all;
  auto state = state_.Lock();
  if (std::exchange(state->stopped, true)) return;
  for (auto& [key, entry] : state->parcels) {
    News news;
    news.tells = std::exchange(entry.tells, {});
    news.view = ViewOf(entry);
    for (Waiter& waiter : entry.waiters) news.views.push_back(std::move(waiter.tell));
    entry.waiters.clear();
    all.push_back(std::move(news));
  }
  state.Unlock();
  for (News& news : all) Publish(std::move(news));
}

ParcelView ParcelTable::ViewOf(const Entry& entry) {
  const Parcel& parcel = entry.parcel;
  return {entry.id.name, parcel.verdict(), parcel.seen(), parcel.expected(), parcel.deadline() - parcel.opened()};
}

TimePoint ParcelTable::ForgetAt(const Entry& entry) const {
  return entry.parcel.deadline() + std::chrono::seconds(config_.window_s);
}

bool ParcelTable::MakeRoom(State& state) {
  if (state.decided.empty()) return false;
  Erase(state, std::string(state.decided.begin()->second));
  return true;
}

void ParcelTable::Erase(State& state, const std::string& key) {
  const auto at = state.parcels.find(key);
  const auto [first, last] = state.decided.equal_range(at->second.parcel.deadline());
  const auto decided = std::find_if(first, last, [&](const auto& one) { return one.second == key; });
  if (decided != last) state.decided.erase(decided);
  state.parcels.erase(at);
}

void ParcelTable::SetAlarm(State& state, TimePoint when, const std::string& key) {
  const bool soonest = state.alarms.empty() || when < state.alarms.begin()->first;
  state.alarms.emplace(when, key);
  if (soonest) timer_.notify_one();
}

ParcelTable::News ParcelTable::Take(State& state, const std::string& key, Entry& entry, TimePoint now) {
  News news;
  const auto& verdict = entry.parcel.verdict();
  if (verdict) {
    news.tells = std::exchange(entry.tells, {});
    for (auto& [share, tell] : news.tells) share.verdict = verdict;
    if (!std::exchange(entry.told, true)) {
      news.decided = verdict;
      state.decided.emplace(entry.parcel.deadline(), key);
      SetAlarm(state, ForgetAt(entry), key);
    }
  }
  std::erase_if(entry.waiters, [&](Waiter& waiter) {
    if (!verdict && waiter.until > now) return false;
    news.views.push_back(std::move(waiter.tell));
    return true;
  });
  if (!news.views.empty()) news.view = ViewOf(entry);
  return news;
}

void ParcelTable::Publish(News news) const {
  if (news.decided && observer_.decided) observer_.decided(*news.decided);
  for (auto& [share, tell] : news.tells) tell(share);
  for (TellView& tell : news.views) tell(news.view);
}

void ParcelTable::KeepTime(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    auto state = state_.Lock();
    const TimePoint now = clock_.Now();
    if (state->alarms.empty() || state->alarms.begin()->first > now) {
      state.Wait(clock_, timer_, state->alarms.empty() ? TimePoint::max() : state->alarms.begin()->first, stop);
      continue;
    }
    const std::string key = state->alarms.begin()->second;
    state->alarms.erase(state->alarms.begin());
    const auto at = state->parcels.find(key);
    if (at == state->parcels.end()) continue;
    Entry& entry = at->second;
    entry.parcel.PassTime(now);
    News news = Take(*state, key, entry, now);
    if (entry.told && ForgetAt(entry) <= now) Erase(*state, key);
    state.Unlock();
    Publish(std::move(news));
  }
}

}  // namespace crossdock::fusion

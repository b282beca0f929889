#include "load/sender.h"

#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <deque>
#include <exception>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "load/connection.h"

namespace crossdock::load {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);
constexpr std::chrono::milliseconds kSweepGap{50};
constexpr std::chrono::milliseconds kFollowGap{100};

double ProcessorSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Of a job that was asked for, which is answered 200 whatever became of it: "running", "done", "failed"; empty if there is none.
std::string StateOf(const Reply& reply) {
  if (reply.status == 202) return "running";
  if (reply.failure != Failure::kNone || reply.status != 200) return "";
  const auto json = nlohmann::json::parse(reply.body, nullptr, false);
  return json.is_object() && json.contains("state") && json["state"].is_string() ? json["state"] : "";
}

class Loop {
 public:
  Loop(Plan& plan, const Heard& heard) : plan_(plan), heard_(heard), progress_(plan.streams.size()) {}

  Result<Sent> Run(std::stop_token stop);

 private:
  struct Slot {
    explicit Slot(asio::io_context& io, const Connection::Endpoints& endpoints) : connection(io, endpoints) {}
    Connection connection;
    TimePoint give_up;  // while busy
    bool busy = false;
  };

  asio::awaitable<void> Drive(uint32_t stream);
  asio::awaitable<void> Serve(Slot& slot, Record record);
  asio::awaitable<Reply> Follow(Slot& slot, Reply reply);
  Record Next(uint32_t stream, Nanos intended);
  bool IsOver(uint32_t stream) const;
  void SendAgain(uint32_t stream);
  void Submit(const Record& record);
  Slot* FreeSlot();
  void TakeWaiting();
  void Finish(const Record& record, std::string_view body);
  void Sweep();
  void EndIfDone();
  void Stop();
  Nanos Elapsed() const { return clock_.Now() - start_; }

  const RealClock clock_;
  Plan& plan_;
  const Heard& heard_;
  std::vector<int64_t> progress_;  // requests of each stream so far
  TimePoint start_;
  Sent sent_;
  int drivers_ = 0;        // open loops that have more to send
  int64_t under_way_ = 0;  // waiting requests included
  std::deque<Record> waiting_;
  std::vector<uint32_t> paused_;  // streams of closed loops that could not connect: one entry for each request
  Connection::Endpoints endpoints_;
  asio::io_context io_{1};  // its end destroys what is under way, which uses what stands above
  asio::steady_timer sweep_{io_};
  asio::signal_set signals_{io_};
  std::vector<std::unique_ptr<Slot>> slots_;
  std::vector<Slot*> idle_;  // the one used last at the end: it is the warmest
};

Result<Sent> Loop::Run(std::stop_token stop) {
  error_code failure;
  endpoints_ = asio::ip::tcp::resolver(io_).resolve(plan_.address.host, plan_.address.port, failure);
  if (failure)
    return Error{ErrorCode::kUnavailable, fmt::format("{}: {}", plan_.address.host, failure.message()), "address"};
  if (plan_.end_on_signals) {
    signals_.add(SIGINT, failure);
    signals_.add(SIGTERM, failure);
    signals_.async_wait([this](const error_code& cancelled, int) {
      if (!cancelled) Stop();
    });
  }
  const double processor_before = ProcessorSeconds();
  start_ = clock_.Now();
  for (uint32_t i = 0; i < plan_.streams.size(); ++i) {
    if (plan_.streams[i].arrivals) {
      ++drivers_;
      asio::co_spawn(io_, Drive(i), asio::detached);
    } else {
      for (int lane = 0; lane < plan_.streams[i].concurrency; ++lane) SendAgain(i);
    }
  }
  Sweep();
  EndIfDone();
  {
    const std::stop_callback stopped(stop, [this] { asio::post(io_, [this] { Stop(); }); });
    io_.run();
  }
  sent_.elapsed = Elapsed();
  sent_.processor_seconds = ProcessorSeconds() - processor_before;
  std::stable_sort(sent_.records.begin(), sent_.records.end(), [](const Record& a, const Record& b) {
    return a.intended != b.intended ? a.intended < b.intended : a.stream < b.stream;
  });
  return std::move(sent_);
}

bool Loop::IsOver(uint32_t stream) const { return sent_.stopped || progress_[stream] >= plan_.streams[stream].most; }

Record Loop::Next(uint32_t stream, Nanos intended) {
  Record record;
  record.stream = stream;
  const auto count = static_cast<uint64_t>(progress_[stream]++);
  record.message = static_cast<uint32_t>(count % plan_.streams[stream].messages.size());
  record.request_bytes = plan_.streams[stream].messages[record.message].size_bytes();
  record.intended = intended;
  record.ready = std::max(intended, Elapsed());
  return record;
}

/// An open loop: goes from moment to moment, whatever becomes of the requests.
asio::awaitable<void> Loop::Drive(uint32_t stream) {
  asio::steady_timer timer(io_);
  while (!IsOver(stream)) {
    const auto at = plan_.streams[stream].arrivals->Next();
    if (!at || *at >= plan_.length) break;
    if (Elapsed() < *at) {
      timer.expires_at(start_ + *at);
      co_await timer.async_wait(kAwait);
    } else {
      co_await asio::post(io_, asio::use_awaitable);  // behind: answers get their turn nevertheless
    }
    if (!IsOver(stream)) Submit(Next(stream, *at));
  }
  --drivers_;
  EndIfDone();
}

/// A closed loop: its next request is due when the one before is answered.
void Loop::SendAgain(uint32_t stream) {
  const Nanos now = Elapsed();
  if (!IsOver(stream) && now < plan_.length) Submit(Next(stream, now));
}

void Loop::Submit(const Record& record) {
  ++under_way_;
  if (Slot* slot = FreeSlot()) {
    slot->busy = true;
    asio::co_spawn(io_, Serve(*slot, record), asio::detached);
  } else {
    waiting_.push_back(record);
  }
}

Loop::Slot* Loop::FreeSlot() {
  if (idle_.empty()) {
    if (slots_.size() >= static_cast<size_t>(plan_.connections)) return nullptr;
    slots_.push_back(std::make_unique<Slot>(io_, endpoints_));
    return slots_.back().get();
  }
  Slot* slot = idle_.back();
  idle_.pop_back();
  return slot;
}

asio::awaitable<void> Loop::Serve(Slot& slot, Record record) {
  const Message& message = plan_.streams[record.stream].messages[record.message];
  slot.give_up = start_ + record.intended + plan_.timeout;
  Reply reply = co_await slot.connection.Exchange(message);
  if (reply.sent != TimePoint()) record.sent = reply.sent - start_;
  if (reply.first_byte != TimePoint()) record.first_byte = reply.first_byte - start_;
  if (message.follow && reply.status == 202) reply = co_await Follow(slot, std::move(reply));
  record.done = Elapsed();
  record.status = reply.failure == Failure::kNone ? reply.status : 0;
  record.failure = reply.failure;
  record.reply_bytes = reply.body.size();
  slot.busy = false;
  idle_.push_back(&slot);
  Finish(record, reply.body);
  TakeWaiting();
}

asio::awaitable<Reply> Loop::Follow(Slot& slot, Reply reply) {
  asio::steady_timer timer(io_);
  const Message ask = MakeFollowUp(plan_.address, reply.location);
  std::string state = "running";
  while (state == "running") {
    timer.expires_after(kFollowGap);
    co_await timer.async_wait(kAwait);
    if (clock_.Now() >= slot.give_up) {
      reply.failure = Failure::kTimeout;
      co_return reply;
    }
    reply = co_await slot.connection.Exchange(ask);
    state = StateOf(reply);
  }
  if (state == "failed") reply.status = 500;  // what the first call would have been answered, had it waited for the end
  co_return reply;
}

void Loop::TakeWaiting() {
  while (!waiting_.empty()) {
    Slot* slot = FreeSlot();
    if (slot == nullptr) return;
    const Record record = waiting_.front();
    waiting_.pop_front();
    slot->busy = true;
    asio::co_spawn(io_, Serve(*slot, record), asio::detached);
  }
}

void Loop::Finish(const Record& record, std::string_view body) {
  --under_way_;
  sent_.records.push_back(record);
  if (heard_) heard_(record, body);
  if (!plan_.streams[record.stream].arrivals) {
    // A server that is not there would be asked over and over without a pause: the sweep sends the next.
    if (record.failure == Failure::kConnect) {
      paused_.push_back(record.stream);
    } else {
      SendAgain(record.stream);
    }
  }
  EndIfDone();
}

/// Looks after what nobody answers. A look at all connections every 50 ms costs less than a timer for each request.
void Loop::Sweep() {
  const TimePoint now = clock_.Now();
  for (const auto& slot : slots_) {
    if (slot->busy && now >= slot->give_up) slot->connection.GiveUp();
  }
  while (!waiting_.empty() && now >= start_ + waiting_.front().intended + plan_.timeout) {
    Record record = waiting_.front();
    waiting_.pop_front();
    record.done = now - start_;
    record.failure = Failure::kTimeout;
    Finish(record, {});
  }
  for (const uint32_t stream : std::exchange(paused_, {})) SendAgain(stream);
  EndIfDone();
  sweep_.expires_after(kSweepGap);
  sweep_.async_wait([this](const error_code& cancelled) {
    if (!cancelled) Sweep();
  });
}

void Loop::EndIfDone() {
  if (drivers_ == 0 && under_way_ == 0 && paused_.empty()) io_.stop();
}

void Loop::Stop() {
  sent_.stopped = true;
  io_.stop();
}

}  // namespace

Result<Sent> Send(Plan plan, std::stop_token stop, const Heard& heard) {
  Loop loop(plan, heard);
  try {
    return loop.Run(std::move(stop));
  } catch (const std::exception& e) {  // Asio's, for instance when the process has no file descriptors left
    return Error{ErrorCode::kUnavailable, fmt::format("the load could not be sent: {}", e.what())};
  }
}

}  // namespace crossdock::load

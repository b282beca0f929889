#include "net/http/io_loop.h"

#include <pthread.h>

#include <algorithm>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <fmt/chrono.h>

#include "net/http/connection.h"

namespace crossdock::net::http {
namespace {

constexpr std::chrono::milliseconds kShortestTick{5};
constexpr std::chrono::milliseconds kLongestTick{1000};

/// Deadlines are looked at so often that none is overrun by more than a quarter.
std::chrono::milliseconds TickFor(const HttpConfig& config) {
  const int shortest =
      std::min({config.idle_timeout_ms, config.header_timeout_ms, config.body_timeout_ms, config.write_timeout_ms});
  return std::clamp(std::chrono::milliseconds(shortest / 4), kShortestTick, kLongestTick);
}

std::string DateNow() {
  return fmt::format("{:%a, %d %b %Y %H:%M:%S GMT}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

}  // namespace

IoLoop::IoLoop(const Shared& shared, int max_connections, int number, std::function<void()> on_end)
    : shared_(shared),
      max_connections_(max_connections),
      tick_(TickFor(shared.config)),
      on_end_(std::move(on_end)),
      context_(std::make_shared<asio::io_context>(1)),
      timer_(*context_),
      date_(DateNow()) {
  Sweep();
  thread_ = std::jthread([this, number] { Run(number); });
}

IoLoop::~IoLoop() {
  Abort();
  Join();
}

void IoLoop::Join() {
  if (thread_.joinable()) thread_.join();
}

void IoLoop::Run(int number) {
  pthread_setname_np(pthread_self(), fmt::format("http-{}", number).c_str());
  context_->run();
  on_end_();
}

void IoLoop::Adopt(Socket socket) {
  asio::post(*context_, [this, socket = std::move(socket)]() mutable { Start(std::move(socket)); });
}

void IoLoop::Start(Socket socket) {
  if (stopping_) return;
  if (connections_.size() >= static_cast<size_t>(max_connections_) && !MakeRoom()) {
    shared_.metrics.Dropped("limit");
    return;  // every connection is at work: the newest one is closed unheard
  }
  error_code ignored;
  socket.set_option(asio::ip::tcp::no_delay(true), ignored);
  const auto connection = std::make_shared<Connection>(*this, std::move(socket));
  connections_.push_back(connection.get());
  connection->place = std::prev(connections_.end());
  shared_.metrics.Opened();
  asio::co_spawn(context_->get_executor(), [connection] { return connection->Run(); }, asio::detached);
}

bool IoLoop::MakeRoom() {
  Connection* idlest = nullptr;
  for (Connection* connection : connections_) {
    if (connection->IsWaitingForRequest() &&
        (idlest == nullptr || connection->waiting_since() < idlest->waiting_since())) {
      idlest = connection;
    }
  }
  if (idlest == nullptr) return false;
  shared_.metrics.Dropped("limit");
  idlest->Drop();
  return true;
}

void IoLoop::Forget(Connection& connection) {
  connections_.erase(connection.place);
  shared_.metrics.Closed();
  if (stopping_ && connections_.empty()) timer_.cancel();
}

void IoLoop::Sweep() {
  if (stopping_ && connections_.empty()) return;  // the loop runs out of work and ends
  const auto now = std::chrono::steady_clock::now();
  for (Connection* connection : connections_) connection->ExpireIfLate(now);
  date_ = DateNow();
  timer_.expires_after(tick_);
  timer_.async_wait([this](const error_code&) { Sweep(); });
}

void IoLoop::BeginStop() {
  asio::post(*context_, [this] {
    stopping_ = true;
    for (Connection* connection : connections_) connection->StopIfIdle();
    if (connections_.empty()) timer_.cancel();
  });
}

void IoLoop::Abort() {
  asio::post(*context_, [this] {
    stopping_ = true;
    for (Connection* connection : connections_) connection->GiveUp();
    if (connections_.empty()) timer_.cancel();
  });
}

}  // namespace crossdock::net::http

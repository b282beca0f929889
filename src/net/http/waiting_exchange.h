#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include "base/unique_function.h"
#include "net/http/responder.h"

namespace crossdock::net::http {

/// Hands one answer from any thread to a connection that waits on its own thread. Two sides race for `state_`; whoever finds the
/// other's mark does what is left to do, so no lock is needed.
class WaitingExchange final : public Exchange {
 public:
  /// `loop` is kept alive while an answer may still be posted to it.
  explicit WaitingExchange(std::shared_ptr<boost::asio::io_context> loop) : loop_(std::move(loop)) {}

  void Complete(Answer answer) noexcept override {
    answer_ = std::move(answer);
    if (state_.exchange(State::kReady, std::memory_order_acq_rel) == State::kWaiting)
      boost::asio::post(*loop_, std::move(resume_));
  }

  /// Connection's side: whether the answer is there.
  bool ready() const { return state_.load(std::memory_order_acquire) == State::kReady; }

  /// Connection's side: calls `resume` on the loop once the answer is there or given up.
  void Wait(UniqueFunction<void()> resume) {
    resume_ = std::move(resume);
    auto expected = State::kPending;
    if (state_.compare_exchange_strong(expected, State::kWaiting, std::memory_order_acq_rel)) return;
    boost::asio::post(*loop_, std::move(resume_));
  }

  /// On the connection's thread: no longer waits. An answer that comes later is dropped.
  void GiveUp() {
    if (state_.exchange(State::kGivenUp, std::memory_order_acq_rel) == State::kWaiting)
      boost::asio::post(*loop_, std::move(resume_));
  }

  /// After the wait: the answer, or nothing if it was given up.
  std::optional<Answer> Take() {
    if (!ready()) return std::nullopt;
    return std::move(answer_);
  }

 private:
  enum class State { kPending, kWaiting, kReady, kGivenUp };

  std::shared_ptr<boost::asio::io_context> loop_;
  std::atomic<State> state_{State::kPending};
  UniqueFunction<void()> resume_;
  Answer answer_;
};

}  // namespace crossdock::net::http

#include "net/http/event_stream.h"

#include <utility>

namespace crossdock::net::http {

bool EventStream::Push(std::string text) {
  auto state = state_.Lock();
  if (state->over) return false;
  if (state->text.size() + text.size() > most_waiting_) state->text.clear();
  state->text += text;
  auto resume = std::exchange(state->resume, nullptr);
  state.Unlock();
  if (resume) resume();
  return true;
}

void EventStream::End() {
  auto state = state_.Lock();
  state->over = true;
  auto resume = std::exchange(state->resume, nullptr);
  state.Unlock();
  if (resume) resume();
}

void EventStream::GiveUp() {
  state_.Lock()->text.clear();
  End();
}

EventStream::Taken EventStream::Take() {
  auto state = state_.Lock();
  return {std::exchange(state->text, {}), state->over};
}

void EventStream::Wait(UniqueFunction<void()> resume) {
  auto state = state_.Lock();
  if (state->text.empty() && !state->over) {
    state->resume = std::move(resume);
    return;
  }
  state.Unlock();
  resume();
}

}  // namespace crossdock::net::http

#pragma once

#include <cstddef>
#include <string>

#include "base/guarded.h"
#include "base/unique_function.h"

namespace crossdock::net::http {

/// An answer that is sent while it comes into being: server-sent events. Others push from any thread; the connection takes on its own.
class EventStream {
 public:
  /// most_waiting  bytes that a slow reader leaves unread. Beyond it the waiting text is dropped for the newest one: it misses what lay
  ///               between, never the last
  explicit EventStream(size_t most_waiting = 1 << 20) : most_waiting_(most_waiting) {}

  /// One whole event, or a comment. False once the stream has ended or its reader is gone.
  bool Push(std::string text);
  /// What was pushed is still sent; then the answer is over.
  void End();

  // For the connection.
  struct Taken {
    std::string text;
    bool over = false;  // nothing more will come
  };
  Taken Take();
  /// Calls `resume` once there is something to take, perhaps at once, on the thread that brings it.
  void Wait(UniqueFunction<void()> resume);
  /// The reader is gone.
  void GiveUp();

 private:
  struct State {
    std::string text;
    bool over = false;
    UniqueFunction<void()> resume;
  };
  const size_t most_waiting_;
  Guarded<State> state_;
};

}  // namespace crossdock::net::http

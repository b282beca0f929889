#include "fusion/verdict.h"

namespace crossdock::fusion {

const char* Name(State state) {
  switch (state) {
    case State::kOpen: return "open";
    case State::kRead: return "read";
    case State::kConflict: return "conflict";
    case State::kNoRead: return "no_read";
    case State::kUnknown: return "unknown";
  }
  return "unknown";
}

std::optional<State> ParseState(std::string_view name) {
  for (const State state : {State::kOpen, State::kRead, State::kConflict, State::kNoRead, State::kUnknown}) {
    if (name == Name(state)) return state;
  }
  return std::nullopt;
}

const char* Name(Because because) {
  switch (because) {
    case Because::kAllSeen: return "all_seen";
    case Because::kSettled: return "settled";
    case Because::kDeadline: return "deadline";
  }
  return "deadline";
}

std::optional<Because> ParseBecause(std::string_view name) {
  for (const Because because : {Because::kAllSeen, Because::kSettled, Because::kDeadline}) {
    if (name == Name(because)) return because;
  }
  return std::nullopt;
}

}  // namespace crossdock::fusion

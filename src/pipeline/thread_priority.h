#pragma once

#include <string>

namespace crossdock::pipeline {

/// One step beyond what the system counts as niceness: the thread only gets cores that no other thread of the machine wants, and is
/// taken off at once when one does (SCHED_IDLE). With less, whoever computes keeps its core for up to some 3 ms more.
inline constexpr int kIdleNice = 20;

/// Names the calling thread (15 characters are shown by the system's tools) and makes it yield to others by `nice` steps, 0 to kIdleNice.
/// A machine that refuses is not an error: the thread then runs as it was.
void SetThreadPriority(const std::string& name, int nice);

}  // namespace crossdock::pipeline

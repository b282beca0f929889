#pragma once

#include <string>

namespace crossdock::pipeline {

/// Names the calling thread (15 characters are shown by the system's tools) and makes it yield to others by `nice` steps, 0 to 19.
/// A machine that refuses is not an error: the thread then runs as it was.
void SetThreadPriority(const std::string& name, int nice);

}  // namespace crossdock::pipeline

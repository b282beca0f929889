#pragma once

#include <sstream>
#include <string>

namespace crossdock::cli {

/// How a verb ended, and what it printed.
struct Ended {
  int code;
  std::string out;
  std::string err;
};

/// Runs a verb with streams of its own. `run(out, err)` returns the exit code.
template <class Run>
Ended RunToItsEnd(const Run& run) {
  std::ostringstream out, err;
  const int code = run(out, err);
  return {code, out.str(), err.str()};
}

}  // namespace crossdock::cli

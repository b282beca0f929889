#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

namespace crossdock::cli {

/// What stands behind the verb on the command line.
using Args = std::span<const std::string>;

/// How a verb ends, and with it the process.
inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kUsage = 2;

/// One row of the table of verbs. `run` writes results to `out` and messages to `err`, and returns one of the three numbers, so that
/// tests can call it.
struct Verb {
  std::string_view name;
  std::string_view summary;
  int (*run)(Args args, std::ostream& out, std::ostream& err);
};

/// Runs the verb that `args` begins with; without one, or for --help, prints the table.
int Dispatch(std::span<const Verb> verbs, Args args, std::ostream& out, std::ostream& err);

}  // namespace crossdock::cli

#pragma once

#include <optional>
#include <ostream>

#include <CLI/CLI.hpp>

#include "cli/verb.h"

namespace crossdock::cli {

/// Reads `args` into what the application's options are bound to. Nothing: go on. A number: end the verb with it; help has then been
/// printed to `out`, or the mistake (with the nearest known option) to `err`.
std::optional<int> ReadCommandLine(CLI::App& app, Args args, std::ostream& out, std::ostream& err);

}  // namespace crossdock::cli

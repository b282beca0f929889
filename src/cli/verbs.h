#pragma once

#include <span>

#include "cli/verb.h"

namespace crossdock::cli {

int RunServe(Args args, std::ostream& out, std::ostream& err);
int RunBench(Args args, std::ostream& out, std::ostream& err);
int RunDoctor(Args args, std::ostream& out, std::ostream& err);
int RunConfig(Args args, std::ostream& out, std::ostream& err);
int RunLoad(Args args, std::ostream& out, std::ostream& err);
int RunVersion(Args args, std::ostream& out, std::ostream& err);

/// Every verb of the program.
std::span<const Verb> Verbs();

}  // namespace crossdock::cli

#include "cli/verbs.h"

namespace crossdock::cli {
namespace {

constexpr Verb kVerbs[] = {
    {"serve", "run the server", RunServe},
    {"doctor", "is this machine and configuration right? each line OK or what to do", RunDoctor},
    {"bench", "measure a model: latency and throughput against the wait for company", RunBench},
    {"config", "check a configuration file; print an example, the schema or the documentation", RunConfig},
    {"load", "send requests at fixed moments and measure latency from the intended send", RunLoad},
    {"version", "print version and build", RunVersion},
};

}  // namespace

std::span<const Verb> Verbs() { return kVerbs; }

}  // namespace crossdock::cli

#include <string>

#include <fmt/format.h>

#include "cli/doctor/finding.h"

namespace crossdock::cli::doctor {
namespace {

constexpr double kMuchThrottled = 0.01;
constexpr double kMuchStolen = 0.02;
constexpr double kMuchPressure = 0.2;

void CheckQuota(const Processor& processor, Findings& findings) {
  const std::string found =
      fmt::format("{} of {} allowed{}", processor.allowed, processor.online,
                  processor.quota ? fmt::format(", quota {:.4g}", *processor.quota) : ", no quota");
  if (processor.quota && *processor.quota < processor.allowed) {
    findings.Advice("cores", found,
                    "libraries that count cores start more threads than the quota can run, and all of them stop when "
                    "it is used up: set the "
                    "affinity to as many cores as the quota (a whole number), or raise the quota");
  } else {
    findings.Ok("cores", found);
  }
  if (processor.throttled > kMuchThrottled) {
    findings.Advice(
        "throttling", fmt::format("held back in {:.1f} % of the periods", processor.throttled * 100),
        "the quota of the control group is too small for what runs in it: raise it, or configure fewer threads");
  }
}

void CheckThreads(const SystemFacts& facts, Findings& findings) {
  const double cores = EffectiveCores(facts.processor);
  const std::string most = fmt::format("{:.4g} cores", cores);
  if (facts.configured_threads > cores) {
    findings.Advice("threads", fmt::format("{} configured for {}", facts.configured_threads, most),
                    "set them to 0 (as many as cores) or fewer");
  }
  for (const Model& model : facts.models) {
    const int streams = model.streams > 0 ? model.streams : 1;
    if (model.threads * streams > cores) {
      findings.Advice(fmt::format("threads of {}", model.name),
                      fmt::format("{} threads x {} calls at once for {}", model.threads, streams, most),
                      "threads x streams should not exceed the cores; 1 thread and as many calls as cores gives the "
                      "most throughput");
    }
    if (model.spinning) {
      findings.Advice(fmt::format("spinning of {}", model.name), "on",
                      "switch it off: idle threads of one model take the cores of the others");
    }
  }
}

}  // namespace

void CheckCores(const SystemFacts& facts, Findings& findings) {
  const Processor& processor = facts.processor;
  CheckQuota(processor, findings);
  if (processor.stolen > kMuchStolen) {
    findings.Advice("stolen time", fmt::format("{:.1f} % since boot", processor.stolen * 100),
                    "the host runs others on these cores: ask for dedicated ones");
  }
  if (processor.pressure && *processor.pressure > kMuchPressure) {
    findings.Advice(
        "core pressure",
        fmt::format("something waited for a core in {:.0f} % of the last minute", *processor.pressure * 100),
        "the machine is busy with something else, or the server has more threads than cores");
  }
  if (processor.numa_nodes > 1) {
    findings.Advice("memory nodes", fmt::format("{}", processor.numa_nodes),
                    "run one server on each node (numactl --cpunodebind=N --membind=N), so that no call reads across");
  }
  CheckThreads(facts, findings);
}

}  // namespace crossdock::cli::doctor

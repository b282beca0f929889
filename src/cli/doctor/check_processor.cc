#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/ranges.h>

#include "cli/doctor/finding.h"

namespace crossdock::cli::doctor {
namespace {

struct Feature {
  std::string_view kernel_name;
  std::string_view shown;
};
/// What inference libraries choose their kernels by.
constexpr Feature kFeatures[] = {{"avx2", "AVX2"},         {"fma", "FMA"},          {"f16c", "F16C"},
                                 {"avx512f", "AVX-512"},   {"avx512_vnni", "VNNI"}, {"avx_vnni", "AVX-VNNI"},
                                 {"avx512_bf16", "BF16"},  {"avx512_fp16", "FP16"}, {"amx_tile", "AMX"},
                                 {"amx_int8", "AMX-INT8"}, {"amx_bf16", "AMX-BF16"}};

bool Has(const Processor& processor, std::string_view feature) {
  return std::find(processor.features.begin(), processor.features.end(), feature) != processor.features.end();
}

void CheckFeatures(const Processor& processor, Findings& findings) {
  std::vector<std::string_view> present;
  for (const Feature& feature : kFeatures) {
    if (Has(processor, feature.kernel_name)) present.push_back(feature.shown);
  }
  const std::string found = present.empty() ? "none of those that matter" : fmt::format("{}", fmt::join(present, " "));
  if (processor.architecture != "x86_64") {
    findings.Ok("processor features", fmt::format("{}: not judged", processor.architecture));
  } else if (!Has(processor, "avx2") || !Has(processor, "fma")) {
    findings.Advice("processor features", found,
                    "without AVX2 and FMA models run several times slower; if the machine has them, the virtual "
                    "machine hides them: "
                    "give it the host's processor type");
  } else {
    findings.Ok("processor features", found);
  }
  if (processor.architecture != "x86_64" || !Has(processor, "avx2")) return;
  if (Has(processor, "avx512_vnni") || Has(processor, "avx_vnni") || Has(processor, "amx_int8")) {
    findings.Ok("8-bit arithmetic", "dot products in one instruction");
  } else {
    findings.Ok("8-bit arithmetic", "no VNNI: INT8 models gain little and may saturate; measure before using them");
  }
}

}  // namespace

void CheckBuild(const SystemFacts& facts, Findings& findings) {
  if (facts.build.optimized)
    return findings.Ok("program", fmt::format("crossdock {}, {}", facts.build.version, facts.build.in_words));
  findings.Advice("program", fmt::format("crossdock {}, {}", facts.build.version, facts.build.in_words),
                  "this build is for finding faults; serve and measure with the release build");
}

void CheckProcessor(const SystemFacts& facts, Findings& findings) {
  findings.Ok("processor", facts.processor.model.empty() ? "unknown" : facts.processor.model);
  CheckFeatures(facts.processor, findings);
}

}  // namespace crossdock::cli::doctor

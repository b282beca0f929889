#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "cli/doctor/facts.h"
#include "cli/doctor/finding.h"

namespace crossdock::cli::doctor {

/// A machine on which nothing is wrong.
inline SystemFacts GoodMachine() {
  SystemFacts facts;
  facts.build = {"1.0.0", true, "optimized"};
  facts.kernel = "6.1.0";
  facts.processor.model = "AMD EPYC 9354";
  facts.processor.architecture = "x86_64";
  facts.processor.features = {"avx2", "avx512_vnni", "avx512f", "f16c", "fma"};
  facts.processor.online = 8;
  facts.processor.allowed = 8;
  facts.processor.numa_nodes = 1;
  facts.processor.governor = "performance";
  facts.processor.clock_source = "tsc";
  facts.memory.total_bytes = int64_t{32} << 30;
  facts.memory.available_bytes = int64_t{30} << 30;
  facts.memory.huge_pages = "madvise";
  facts.limits.open_files = 1 << 20;
  facts.telemetry_off = true;
  facts.ports = {{"HTTP", "127.0.0.1", 8000, ""}, {"gRPC", "127.0.0.1", 8001, ""}};
  facts.folders = {{"model repository", "/srv/models", false, true, true, int64_t{100} << 30}};
  facts.runtimes = {{"onnxruntime", "1.32.0", {"CPU"}, ""}, {"openvino", "2026.4.1", {"CPU"}, ""}};
  facts.tbb = {"/opt/crossdock/openvino/libtbb.so.12"};
  facts.configuration = "crossdock.yaml";
  Model model;
  model.name = "detector";
  model.file = "/srv/models/detector.onnx";
  model.runtime = "onnxruntime";
  model.arena_bytes = 1 << 28;
  facts.models = {model};
  return facts;
}

/// The lines that are not OK.
inline std::vector<Finding> Complaints(const SystemFacts& facts) {
  std::vector<Finding> lines = Judge(facts);
  std::erase_if(lines, [](const Finding& finding) { return finding.verdict == Verdict::kOk; });
  return lines;
}

/// The subject of the only complaint; all of them, joined, where there are more or none.
inline std::string Complaint(const SystemFacts& facts) {
  std::string subjects;
  for (const Finding& finding : Complaints(facts)) subjects += (subjects.empty() ? "" : ", ") + finding.subject;
  return subjects;
}

}  // namespace crossdock::cli::doctor

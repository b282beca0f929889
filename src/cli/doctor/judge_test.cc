#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "cli/doctor/report.h"
#include "cli/doctor/sample_machine_test.h"

namespace crossdock::cli::doctor {
namespace {

TEST(Doctor, FindsNothingOnAGoodMachine) {
  EXPECT_EQ(Complaint(GoodMachine()), "");
  EXPECT_EQ(Worst(Judge(GoodMachine())), Verdict::kOk);
}

TEST(Doctor, SaysWhatToDoInEveryLineThatIsNotOk) {
  SystemFacts facts;  // a machine of which nothing is known
  for (const Finding& finding : Judge(facts)) {
    EXPECT_EQ(finding.verdict == Verdict::kOk, finding.to_do.empty()) << finding.subject;
    EXPECT_FALSE(finding.found.empty()) << finding.subject;
  }
}

TEST(Doctor, SeesAQuotaBelowTheCores) {
  SystemFacts facts = GoodMachine();
  facts.processor.quota = 1.5;
  EXPECT_EQ(Complaint(facts), "cores");
  EXPECT_DOUBLE_EQ(EffectiveCores(facts.processor), 1.5);
  facts.processor.quota = 8;
  EXPECT_EQ(Complaint(facts), "");
}

TEST(Doctor, SeesMoreThreadsThanCores) {
  SystemFacts facts = GoodMachine();
  facts.configured_threads = 16;
  EXPECT_EQ(Complaint(facts), "threads");
  facts = GoodMachine();
  facts.models[0].threads = 4;
  facts.models[0].streams = 4;
  EXPECT_EQ(Complaint(facts), "threads of detector");
  facts = GoodMachine();
  facts.models[0].spinning = true;
  EXPECT_EQ(Complaint(facts), "spinning of detector");
}

TEST(Doctor, SeesCoresThatOthersTake) {
  SystemFacts facts = GoodMachine();
  facts.processor.throttled = 0.3;
  facts.processor.stolen = 0.1;
  facts.processor.pressure = 0.5;
  facts.processor.numa_nodes = 2;
  EXPECT_EQ(Complaint(facts), "throttling, stolen time, core pressure, memory nodes");
}

TEST(Doctor, SeesAProcessorWhoseFeaturesAreHidden) {
  SystemFacts facts = GoodMachine();
  facts.processor.features = {"sse4_2"};
  EXPECT_EQ(Complaint(facts), "processor features");
}

TEST(Doctor, SeesABuildForFindingFaults) {
  SystemFacts facts = GoodMachine();
  facts.build.optimized = false;
  EXPECT_EQ(Complaint(facts), "program");
}

TEST(Doctor, SeesLittleMemory) {
  SystemFacts facts = GoodMachine();
  facts.memory.limit_bytes = int64_t{1} << 30;
  facts.memory.used_of_limit_bytes = int64_t{900} << 20;
  EXPECT_EQ(Complaint(facts), "memory");
  facts = GoodMachine();
  facts.memory.swap_used_bytes = int64_t{2} << 30;
  facts.memory.huge_pages = "always";
  EXPECT_EQ(Complaint(facts), "swap, huge pages");
}

TEST(Doctor, SeesKernelSettingsThatSlowDown) {
  SystemFacts facts = GoodMachine();
  facts.processor.governor = "powersave";
  facts.processor.clock_source = "hpet";
  facts.limits.open_files = 1024;
  facts.limits.tasks = 100;
  EXPECT_EQ(Complaint(facts), "governor, clock source, open files, tasks");
}

struct VariableCase {
  const char* name;
  const char* bad;
  const char* good;
};

void PrintTo(const VariableCase& c, std::ostream* out) { *out << c.name << '=' << c.bad; }

class DoctorVariable : public testing::TestWithParam<VariableCase> {};

TEST_P(DoctorVariable, IsNamedOnlyWhereItsValueHarms) {
  SystemFacts facts = GoodMachine();
  facts.environment = {{GetParam().name, GetParam().bad}};
  ASSERT_EQ(Complaint(facts), "environment");
  EXPECT_EQ(Complaints(facts)[0].found, std::string(GetParam().name) + "=" + GetParam().bad);
  facts.environment = {{GetParam().name, GetParam().good}};
  EXPECT_EQ(Complaint(facts), "");
}

INSTANTIATE_TEST_SUITE_P(
    Variables, DoctorVariable,
    testing::Values(VariableCase{"OMP_NUM_THREADS", "64", "4"}, VariableCase{"OMP_WAIT_POLICY", "active", "passive"},
                    VariableCase{"KMP_BLOCKTIME", "200", "0"}, VariableCase{"KMP_AFFINITY", "compact", "disabled"},
                    VariableCase{"CUDA_LAUNCH_BLOCKING", "1", "0"}, VariableCase{"MALLOC_ARENA_MAX", "1", "16"},
                    VariableCase{"LD_PRELOAD", "/usr/lib/libeatmydata.so", "/usr/lib/libjemalloc.so.2"},
                    VariableCase{"MALLOC_PERTURB_", "165", ""}, VariableCase{"ONEDNN_VERBOSE", "2", "0"},
                    VariableCase{"OPENBLAS_NUM_THREADS", "9", "1"}),
    [](const auto& variable) { return std::string(variable.param.name); });

TEST(Doctor, MindsHiddenGpusOnlyWhereThereAreSome) {
  SystemFacts facts = GoodMachine();
  facts.environment = {{"CUDA_VISIBLE_DEVICES", ""}};
  EXPECT_EQ(Complaint(facts), "");
  facts.nvidia_gpus = 1;
  facts.runtimes[0].providers = {"CUDA", "CPU"};
  EXPECT_EQ(Complaint(facts), "environment");
}

TEST(Doctor, SeesAGpuThatNoRuntimeUses) {
  SystemFacts facts = GoodMachine();
  facts.nvidia_gpus = 2;
  facts.limits.locked_bytes = 65536;
  EXPECT_EQ(Complaint(facts), "locked memory, acceleration");
}

TEST(Doctor, SeesTheSystemsThreadingLibraryUnderOpenVino) {
  SystemFacts facts = GoodMachine();
  facts.tbb = {"/usr/lib/x86_64-linux-gnu/libtbb.so.12.8"};
  EXPECT_EQ(Complaint(facts), "libtbb");
}

TEST(Doctor, CallsWhatStopsTheServerAProblem) {
  SystemFacts facts = GoodMachine();
  facts.ports[0].problem = "Address already in use";
  facts.folders[0].exists = false;
  facts.models[0].problem = "no such file";
  facts.configuration_problem = "crossdock.yaml:1:1: unknown key";
  EXPECT_EQ(Complaint(facts), "configuration, HTTP port, model repository, model detector");
  EXPECT_EQ(Worst(Judge(facts)), Verdict::kProblem);
}

TEST(Doctor, CallsABrokenRuntimeAProblemOnlyWhereAModelNeedsIt) {
  SystemFacts facts = GoodMachine();
  facts.runtimes[1].problem = "libopenvino.so: cannot open shared object file";
  EXPECT_EQ(Worst(Judge(facts)), Verdict::kAdvice);
  facts.models[0].runtime = "openvino";
  EXPECT_EQ(Worst(Judge(facts)), Verdict::kProblem);
  facts.models[0].runtime = "tensorrt";
  EXPECT_EQ(Complaint(facts), "runtime openvino, model detector");
  facts = GoodMachine();
  facts.models[0].providers = {"CUDA", "CPU"};
  EXPECT_EQ(Complaint(facts), "model detector");
}

TEST(Doctor, AsksForArenaBudgets) {
  SystemFacts facts = GoodMachine();
  facts.models[0].arena_bytes = 0;
  EXPECT_EQ(Complaint(facts), "arena budgets");
}

TEST(Doctor, AsksForTelemetryToBeOff) {
  SystemFacts facts = GoodMachine();
  facts.telemetry_off = false;
  EXPECT_EQ(Complaint(facts), "telemetry");
}

TEST(Report, SaysOkOrWhatToDo) {
  SystemFacts facts = GoodMachine();
  facts.processor.clock_source = "hpet";
  const std::string text = ReportText(Judge(facts));
  EXPECT_NE(text.find("OK      governor: performance\n"), std::string::npos) << text;
  EXPECT_NE(text.find("ADVICE  clock source: hpet\n        -> "), std::string::npos) << text;
  EXPECT_NE(text.find("problems: 0; advice: 1\n"), std::string::npos) << text;
  EXPECT_NE(ReportText(Judge(GoodMachine())).find("All is well."), std::string::npos);
}

TEST(Doctor, SeesACacheFolderThatCannotBeWrittenOrHasNoRoom) {
  SystemFacts facts = GoodMachine();
  Folder cache{"model cache", "/var/cache/crossdock", true, true, true, int64_t{3} << 30, int64_t{2} << 30, 0};
  facts.folders.push_back(cache);
  EXPECT_EQ(Complaint(facts), "");
  facts.folders.back().wanted_bytes = int64_t{4} << 30;
  EXPECT_EQ(Complaint(facts), "model cache");
  facts.folders.back().held_bytes = int64_t{2} << 30;
  EXPECT_EQ(Complaint(facts), "") << "what lies there already needs no more room";
  facts.folders.back().usable = false;
  EXPECT_EQ(Complaint(facts), "model cache");
}

}  // namespace
}  // namespace crossdock::cli::doctor

#include "cli/doctor/compare.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/doctor/report.h"
#include "cli/doctor/sample_machine_test.h"

namespace crossdock::cli::doctor {
namespace {

std::vector<Difference> Between(const SystemFacts& a, const SystemFacts& b) {
  // Through text, as a saved report comes back.
  const auto read = [](const SystemFacts& facts) {
    return nlohmann::ordered_json::parse(ReportJson(facts, Judge(facts)).dump());
  };
  const auto differences = Compare(read(a), read(b));
  EXPECT_TRUE(differences);
  return differences ? *differences : std::vector<Difference>();
}

TEST(Compare, FindsNothingBetweenLikeMachines) {
  SystemFacts other = GoodMachine();
  other.memory.available_bytes /= 2;  // what changes from minute to minute tells nothing
  other.processor.stolen = 0.001;
  other.ports[0].problem = "Address already in use";
  EXPECT_TRUE(Between(GoodMachine(), other).empty());
}

TEST(Compare, PutsWhatMattersMostFirst) {
  SystemFacts slow = GoodMachine();
  slow.kernel = "5.10";
  slow.processor.governor = "powersave";
  slow.processor.quota = 2;
  slow.processor.features = {"avx2", "f16c", "fma"};
  slow.environment = {{"OMP_NUM_THREADS", "1"}};
  slow.runtimes[0].version = "1.20.0";
  const auto differences = Between(GoodMachine(), slow);
  std::vector<std::string> order;
  for (const Difference& difference : differences) order.push_back(difference.what);
  EXPECT_EQ(order, (std::vector<std::string>{"processor effective_cores", "processor feature avx512f",
                                             "processor feature avx512_vnni", "environment OMP_NUM_THREADS",
                                             "runtimes onnxruntime version", "processor governor", "processor quota",
                                             "kernel"}));
  EXPECT_EQ(differences[0].a, "8.0");
  EXPECT_EQ(differences[0].b, "2.0");
  EXPECT_EQ(differences[3].a, "-");
  EXPECT_NE(ComparisonText(differences).find("  1. processor effective_cores: 8.0 | 2.0\n"), std::string::npos);
}

TEST(Compare, SeesAModelThatRunsOtherwise) {
  SystemFacts other = GoodMachine();
  other.models[0].threads = 4;
  const auto differences = Between(GoodMachine(), other);
  ASSERT_EQ(differences.size(), 1U);
  EXPECT_EQ(differences[0].what, "models detector threads");
}

TEST(Compare, RefusesWhatIsNoReport) {
  const auto good = ReportJson(GoodMachine(), {});
  EXPECT_EQ(Compare(good, nlohmann::ordered_json::parse("[1]")).error().field, "B");
  EXPECT_EQ(Compare(nlohmann::ordered_json::parse("{", nullptr, false), good).error().field, "A");
  EXPECT_TRUE(Compare(good, nlohmann::ordered_json::parse(R"({"facts": {"processor": 7, "models": []}})")));
}

}  // namespace
}  // namespace crossdock::cli::doctor

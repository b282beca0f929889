#include "cli/doctor/doctor_command.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/doctor/made_up_machine_test.h"
#include "cli/ended_test.h"

namespace crossdock::cli::doctor {
namespace {

Settings NoPorts(const std::filesystem::path& configuration, const std::filesystem::path&) {
  Settings settings;
  settings.ports.clear();
  settings.file = configuration.string();
  if (configuration == "bad.yaml") settings.problem = "bad.yaml:1:1: unknown key";
  return settings;
}

Ended Call(const std::vector<std::string>& args) {
  return RunToItsEnd([&](std::ostream& out, std::ostream& err) { return RunDoctorCommand(NoPorts, args, out, err); });
}

TEST(DoctorCommand, ReportsThisMachineAndTheReportCanBeCompared) {
  const Ended report = Call({"--json"});
  EXPECT_EQ(report.code, kDone);
  const auto json = nlohmann::json::parse(report.out);
  EXPECT_TRUE(json["facts"]["processor"].contains("effective_cores"));
  EXPECT_GT(json["findings"].size(), 8U);

  const MadeUpMachine folder;
  folder.Write("/here.json", report.out);
  auto there = json;
  there["facts"]["processor"]["effective_cores"] = 99;
  folder.Write("/there.json", there.dump());
  const Ended compared =
      Call({"--compare", (folder.root() / "here.json").string(), (folder.root() / "there.json").string()});
  EXPECT_EQ(compared.code, kDone) << compared.err;
  EXPECT_NE(compared.out.find("  1. processor effective_cores"), std::string::npos) << compared.out;
}

TEST(DoctorCommand, FailsOnAProblem) {
  const Ended ended = Call({"-c", "bad.yaml"});
  EXPECT_EQ(ended.code, kFailed);
  EXPECT_NE(ended.out.find("PROBLEM configuration: bad.yaml:1:1: unknown key"), std::string::npos) << ended.out;
}

TEST(DoctorCommand, RefusesReportsThatAreNone) {
  const Ended ended = Call({"--compare", "no/such.json", "neither.json"});
  EXPECT_EQ(ended.code, kFailed);
  EXPECT_NE(ended.err.find("no/such.json: not a report"), std::string::npos) << ended.err;
  EXPECT_EQ(Call({"--compare", "one.json"}).code, kUsage);
}

}  // namespace
}  // namespace crossdock::cli::doctor

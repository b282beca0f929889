#include "cli/doctor/doctor_command.h"

#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command_line.h"
#include "cli/doctor/compare.h"
#include "cli/doctor/finding.h"
#include "cli/doctor/gather.h"
#include "cli/doctor/report.h"

namespace crossdock::cli::doctor {
namespace {

using Json = nlohmann::ordered_json;

std::string Dump(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json ReadJson(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return Json::parse(stream, nullptr, /*allow_exceptions=*/false);
}

int RunComparison(const std::vector<std::string>& files, bool json, std::ostream& out, std::ostream& err) {
  const auto differences = Compare(ReadJson(files[0]), ReadJson(files[1]));
  if (!differences) {
    err << fmt::format("crossdock doctor: {}: {}\n", files[differences.error().field == "A" ? 0 : 1],
                       differences.error().message);
    return kFailed;
  }
  out << (json ? Dump(ComparisonJson(*differences)) : ComparisonText(*differences));
  return kDone;
}

}  // namespace

int RunDoctorCommand(ReadSettings read_settings, Args args, std::ostream& out, std::ostream& err) {
  std::string configuration;
  std::string models;
  bool json = false;
  std::vector<std::string> reports;
  CLI::App app("Looks whether this machine and a configuration fit: each line is OK or says what to do.", "doctor");
  app.add_option("-c,--config", configuration, "configuration file of the server");
  app.add_option("--models", models, "model repository, where there is no configuration");
  app.add_flag("--json", json, "as JSON, with all facts");
  app.add_option("--compare", reports, "two reports saved with --json: what differs that matters for speed")
      ->expected(2)
      ->type_name("A B");
  app.footer(
      "Examples:\n  crossdock doctor -c crossdock.yaml\n"
      "  crossdock doctor --json > here.json   # on each of two machines\n  crossdock doctor --compare here.json "
      "there.json");
  if (const auto end = ReadCommandLine(app, args, out, err)) return *end;
  if (!reports.empty()) return RunComparison(reports, json, out, err);

  const SystemFacts facts = Gather(SystemFiles("/"), read_settings(configuration, models));
  const std::vector<Finding> findings = Judge(facts);
  out << (json ? Dump(ReportJson(facts, findings)) : ReportText(findings));
  return Worst(findings) == Verdict::kProblem ? kFailed : kDone;
}

}  // namespace crossdock::cli::doctor

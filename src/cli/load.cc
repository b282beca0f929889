#include <algorithm>
#include <fstream>
#include <optional>
#include <ostream>

#include <fmt/format.h>

#include "cli/command_line.h"
#include "cli/verbs.h"
#include "load/plan.h"
#include "load/report.h"
#include "load/scenario.h"
#include "load/sender.h"

namespace crossdock::cli {
namespace {

struct Options {
  std::string scenario;
  std::optional<std::string> address;
  std::optional<double> seconds, warm_up, slo_ms;
  std::optional<uint64_t> seed;
  std::optional<int> connections, timeout_ms;
  load::StreamConfig stream;
  std::string arrivals = "poisson";
  std::vector<std::string> shapes;
  std::string pictures, body, replay, json, csv, chart;
};

void AddStream(CLI::App& app, Options& options) {
  load::StreamConfig& stream = options.stream;
  app.add_option("--model", stream.model, "a model, sent made numbers");
  app.add_option("--batch", stream.batch, "rows of a request")->check(CLI::Range(1, 1 << 20));
  app.add_option("--shape", options.shapes, "NAME:1,3,640,640: the whole shape of an input; may be repeated");
  app.add_option("--pictures", options.pictures, "a folder of pictures for the parcel pipeline")
      ->check(CLI::ExistingDirectory);
  app.add_flag("!--codes-only", stream.text, "pictures: read no text");
  app.add_option("--path", stream.path, "any path of the server");
  app.add_option("--body", options.body, "file to send to the path")->check(CLI::ExistingFile);
  app.add_option("--content-type", stream.content_type, "what the body is")->capture_default_str();
  app.add_option("--rate", stream.rate, "open loop: requests a second")->check(CLI::Range(0.0, 1e6));
  app.add_option("--arrivals", options.arrivals, "constant, poisson or gamma")
      ->capture_default_str()
      ->check(CLI::IsMember({"constant", "poisson", "gamma"}));
  app.add_option("--cv", stream.cv, "gamma: standard deviation of the gaps by their mean")
      ->check(CLI::Range(0.01, 100.0));
  app.add_option("--replay", options.replay, "file of sending times instead of a rate")->check(CLI::ExistingFile);
  app.add_option("--speed", stream.speed, "how many times as fast it is replayed")->check(CLI::Range(0.001, 1000.0));
  app.add_option("--concurrency", stream.concurrency, "closed loop instead of a rate: requests under way")
      ->check(CLI::Range(0, 10'000));
  app.add_option("--tier", stream.tier, "critical, normal or batch")
      ->check(CLI::IsMember({"critical", "normal", "batch"}));
  app.add_option("--deadline-ms", stream.deadline_ms, "deadline of each request")->check(CLI::Range(0, 86'400'000));
}

void AddRun(CLI::App& app, Options& options) {
  app.add_option("scenario", options.scenario, "a file with several streams; see `crossdock config example --of load`")
      ->check(CLI::ExistingFile);
  app.add_option("--address", options.address, "HOST:PORT of the server's HTTP [127.0.0.1:8000]");
  app.add_option("--seconds", options.seconds, "how long is measured [10]")->check(CLI::Range(0.1, 86'400.0));
  app.add_option("--warm-up", options.warm_up, "seconds that are sent before, unmeasured [0]")
      ->check(CLI::Range(0.0, 86'400.0));
  app.add_option("--seed", options.seed, "of sending times and made numbers [1]");
  app.add_option("--connections", options.connections, "most connections [256]")->check(CLI::Range(1, 20'000));
  app.add_option("--timeout-ms", options.timeout_ms, "when a request is given up [60000]")
      ->check(CLI::Range(1, 3'600'000));
  app.add_option("--slo-ms", options.slo_ms, "latency that counts as good")->check(CLI::Range(0.0, 3'600'000.0));
  app.add_option("--json", options.json, "file for all figures; - for standard output instead of the table");
  app.add_option("--csv", options.csv, "file with a row for each request");
  app.add_option("--chart", options.chart, "file for a picture (SVG) of latency and throughput over time");
}

/// NAME:1,3,640,640.
Status ReadShape(const std::string& text, load::StreamConfig& stream) {
  const auto wrong = InvalidArgument("--shape", fmt::format("\"{}\" is not NAME:1,3,640,640", text));
  const auto colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0) return wrong;
  std::vector<int64_t>& shape = stream.shapes[text.substr(0, colon)];
  for (const std::string& word : CLI::detail::split(text.substr(colon + 1), ',')) {
    if (word.empty() || word.size() > 12 || word.find_first_not_of("0123456789") != std::string::npos) return wrong;
    shape.push_back(std::stoll(word));
  }
  return {};
}

template <class T, class Given>
void Override(T& value, const Given& given) {
  if (given) value = *given;
}

Result<load::Scenario> ReadScenario(Options& options) {
  load::Scenario scenario;
  if (!options.scenario.empty()) {
    auto read = load::ReadScenario(options.scenario);
    if (!read) return read;
    scenario = *std::move(read);
  } else {
    load::StreamConfig& stream = options.stream;
    stream.arrivals = options.arrivals == "constant"  ? load::ArrivalKind::kConstant
                      : options.arrivals == "poisson" ? load::ArrivalKind::kPoisson
                                                      : load::ArrivalKind::kGamma;
    stream.pictures = options.pictures;
    stream.body = options.body;
    stream.replay = options.replay;
    for (const std::string& shape : options.shapes) {
      if (auto status = ReadShape(shape, stream); !status) return status.error();
    }
    if (auto status = stream.Validate(); !status) return status.error();
    scenario.streams.push_back(stream);
  }
  Override(scenario.address, options.address);
  Override(scenario.seconds, options.seconds);
  Override(scenario.warm_up_seconds, options.warm_up);
  Override(scenario.slo_ms, options.slo_ms);
  Override(scenario.seed, options.seed);
  Override(scenario.connections, options.connections);
  Override(scenario.timeout_ms, options.timeout_ms);
  if (auto status = scenario.Validate(); !status) return status.error();
  return scenario;
}

/// Writes a file by `write(stream)`; no name, no file.
template <class Write>
Status WriteFile(const std::string& name, const Write& write) {
  if (name.empty()) return {};
  std::ofstream file(name, std::ios::binary);
  write(file);
  file.close();
  if (file) return {};
  return Error{ErrorCode::kUnavailable, fmt::format("{} cannot be written", name)};
}

Status WriteReports(const Options& options, const load::Sent& sent, const std::vector<load::StreamTraits>& streams,
                    const load::Summary& summary, const load::RunFacts& facts, std::ostream& out) {
  if (options.json == "-") {
    out << load::ToJson(summary, facts);
  } else {
    out << load::ToTable(summary, facts);
    const Status json = WriteFile(options.json, [&](std::ostream& file) { file << load::ToJson(summary, facts); });
    if (!json) return json;
  }
  const Status csv =
      WriteFile(options.csv, [&](std::ostream& file) { load::WriteCsv(sent.records, streams, summary.options, file); });
  if (!csv) return csv;
  return WriteFile(options.chart,
                   [&](std::ostream& file) { file << load::ToSvg(sent.records, streams, summary.options); });
}

int Fail(const Error& error, std::ostream& err) {
  err << "crossdock load: "
      << (error.field.empty() || error.message.find(error.field) != std::string::npos ? "" : error.field + ": ")
      << error.message << '\n';
  return kFailed;
}

std::vector<load::StreamTraits> TraitsOf(const load::Scenario& scenario) {
  std::vector<load::StreamTraits> traits;
  for (const load::StreamConfig& stream : scenario.streams)
    traits.push_back({stream.Title(), stream.concurrency == 0, load::LateAfter(stream)});
  return traits;
}

}  // namespace

int RunLoad(Args args, std::ostream& out, std::ostream& err) {
  Options options;
  CLI::App app(
      "Sends requests at moments that are fixed beforehand, whatever the answers take, and measures each latency from "
      "its intended moment.",
      "load");
  AddRun(app, options);
  AddStream(app, options);
  app.footer(
      "Examples:\n  crossdock load --model yolox_nano --rate 50 --seconds 10 --chart load.svg\n"
      "  crossdock load --pictures shift-1 --rate 20 --arrivals gamma --cv 2 --slo-ms 100\n"
      "  crossdock load --model yolox_nano --concurrency 4\n  crossdock load morning.yaml --json morning.json");
  if (const auto end = ReadCommandLine(app, args, out, err)) return *end;

  const auto scenario = ReadScenario(options);
  if (!scenario) {
    Fail(scenario.error(), err);
    return options.scenario.empty() ? kUsage : kFailed;
  }
  auto plan = load::MakePlan(*scenario);
  if (!plan) return Fail(plan.error(), err);
  plan->end_on_signals = true;
  const auto sent = load::Send(*std::move(plan), {});
  if (!sent) return Fail(sent.error(), err);

  const auto streams = TraitsOf(*scenario);
  const load::SummaryOptions measured{scenario->warm_up_seconds, scenario->seconds, scenario->slo_ms, sent->stopped};
  const load::Summary summary = load::Summarize(sent->records, streams, measured);
  const load::RunFacts facts{scenario->address, scenario->seed, std::chrono::duration<double>(sent->elapsed).count(),
                             sent->processor_seconds};
  if (auto written = WriteReports(options, *sent, streams, summary, facts, out); !written)
    return Fail(written.error(), err);
  if (summary.valid()) return kDone;
  for (const std::string& problem : summary.problems) err << "crossdock load: not valid: " << problem << '\n';
  return kFailed;
}

}  // namespace crossdock::cli

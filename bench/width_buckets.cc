// Lines of text through the recognizer: one call a line at its own width, against lines padded to a few widths and joined into batches.
//   bench_width_buckets MODEL WIDTHS [--rounds N] [--max-batch N] [--buckets 160,320,…]
// WIDTHS is a file of line widths in pixels at the recognizer's height, one a line. All of them wait from the start, as those of a full
// belt do. Prints one line of JSON for each way and round: lines a second, processor milliseconds a line, rows of a call, pixels padded.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <latch>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "base/guarded.h"
#include "engine/cores.h"
#include "model/load_version.h"
#include "model/made_inputs.h"
#include "pipeline/dispatcher.h"
#include "processor_seconds.h"
#include "vision/text_crop.h"

namespace crossdock {
namespace {

struct Options {
  std::filesystem::path model;
  std::filesystem::path widths;
  std::vector<int> buckets = {160, 320, 480, 640, 960, 1280};  // those of examples/hub
  int rounds = 2;
  int max_batch = 8;
};

/// A way to run the lines.
struct Way {
  std::string label;
  bool padded = false;
  std::string mode;
  int max_batch = 1;
};

Result<model::Pin> Load(const Options& options, const Way& way) {
  model::FoundVersion found;
  found.file = std::filesystem::absolute(options.model);
  found.name = found.file.stem().string();
  found.config.batching.mode = way.mode;
  found.config.batching.max_batch = way.max_batch;
  found.config.batching.max_queued = 1 << 20;
  for (const int width : options.buckets) found.config.warm_shapes.push_back({3, vision::kLineHeight, width});
  auto loaded = model::LoadVersion(found, [] {}, {});
  if (!loaded) return loaded.error();
  return model::Pin(*std::move(loaded));
}

/// Inputs by width, made once: what is recognized does not matter to how long it takes.
Result<std::map<int, std::vector<tensor::Tensor>>> InputsOf(const model::Version& version,
                                                            const std::vector<int>& widths) {
  std::map<int, std::vector<tensor::Tensor>> inputs;
  for (const int width : widths) {
    if (inputs.contains(width)) continue;
    auto made = model::MadeInputs(version.signature(), {{1, 3, vision::kLineHeight, width}}, 1);
    if (!made) return made.error();
    inputs.emplace(width, *std::move(made));
  }
  return inputs;
}

struct Outcome {
  double seconds = 0;
  int64_t calls = 0;
  int failed = 0;
};

Outcome RunAll(const model::Pin& pin, const std::vector<int>& widths,
               const std::map<int, std::vector<tensor::Tensor>>& inputs, Clock& clock) {
  Outcome outcome;
  Guarded<int64_t> calls;
  Guarded<int> failed;
  std::latch missing(static_cast<std::ptrdiff_t>(widths.size()));
  const TimePoint started = clock.Now();
  {
    pipeline::Dispatcher dispatcher(
        {engine::AvailableCores(), 0, [&](const pipeline::BatchReport&) { ++*calls.Lock(); }}, clock,
        schedule::MakeEarliestDeadlinePolicy());
    for (const int width : widths) {
      pipeline::WorkItem item;
      item.pin = pin;
      item.inputs = inputs.at(width);
      item.arrived = clock.Now();
      item.done = pipeline::Completion<pipeline::WorkResult>([&](const Result<pipeline::WorkResult>& result) {
        if (!result) ++*failed.Lock();
        missing.count_down();
      });
      dispatcher.Submit(std::move(item));
    }
    missing.wait();
    outcome.seconds = std::chrono::duration<double>(clock.Now() - started).count();
  }
  outcome.calls = *calls.Lock();
  outcome.failed = *failed.Lock();
  return outcome;
}

/// What the way makes of the lines: cut to the longest bucket, and padded where it pads.
std::vector<int> WidthsFor(const Way& way, const std::vector<int>& lines, const std::vector<int>& buckets) {
  std::vector<int> widths;
  for (const int line : lines) {
    const int width = std::clamp(line, buckets.front() / 4, buckets.back());
    widths.push_back(way.padded ? vision::ChooseWidth(width, buckets) : width);
  }
  return widths;
}

double Sum(const std::vector<int>& values) {
  double sum = 0;
  for (const int value : values) sum += value;
  return sum;
}

Result<std::vector<int>> ReadWidths(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) return Error{ErrorCode::kNotFound, fmt::format("{} cannot be read", file.string())};
  std::vector<int> widths;
  for (int width = 0; in >> width;) widths.push_back(width);
  if (widths.empty() || !in.eof())
    return InvalidArgument("WIDTHS", fmt::format("{} is not a list of whole numbers", file.string()));
  return widths;
}

Status Compare(const Options& options) {
  const auto lines = ReadWidths(options.widths);
  if (!lines) return lines.error();
  const std::vector<Way> ways = {{"one line a call, own width", false, "sync", 1},
                                 {"one line a call, padded", true, "sync", 1},
                                 {"batches, padded", true, "gap", options.max_batch},
                                 {"full batches, padded", true, "window", options.max_batch}};
  RealClock clock;
  std::vector<model::Pin> pins;
  for (const Way& way : ways) {
    auto pin = Load(options, way);
    if (!pin) return pin.error();
    pins.push_back(*std::move(pin));
  }
  const double pixels = Sum(WidthsFor(ways.front(), *lines, options.buckets));
  for (int round = -1; round < options.rounds; ++round) {  // the first only warms
    for (size_t step = 0; step < ways.size(); ++step) {
      const size_t i = round % 2 == 0 ? step : ways.size() - 1 - step;
      const std::vector<int> widths = WidthsFor(ways[i], *lines, options.buckets);
      const auto inputs = InputsOf(*pins[i], widths);
      if (!inputs) return inputs.error();
      const double cpu = ProcessorSeconds();
      const Outcome outcome = RunAll(pins[i], widths, *inputs, clock);
      if (outcome.failed > 0)
        return Error{ErrorCode::kInternal, fmt::format("{}: {} lines failed", ways[i].label, outcome.failed)};
      if (round < 0) continue;
      const auto count = static_cast<double>(widths.size());
      std::cout
          << fmt::format(
                 R"({{"way":"{}","round":{},"lines":{},"per_second":{:.2f},"processor_ms":{:.2f},"rows":{:.2f},"padded":{:.3f}}})",
                 ways[i].label, round, widths.size(), count / outcome.seconds, 1e3 * (ProcessorSeconds() - cpu) / count,
                 count / static_cast<double>(outcome.calls), Sum(widths) / pixels - 1)
          << std::endl;
    }
  }
  return {};
}

std::vector<int> Numbers(const std::string& text) {
  std::vector<int> numbers;
  std::istringstream in(text);
  for (std::string one; std::getline(in, one, ',');) numbers.push_back(std::stoi(one));
  return numbers;
}

}  // namespace
}  // namespace crossdock

int main(int argc, char** argv) {
  crossdock::Options options;
  if (argc < 3 || argc % 2 == 0) {
    std::cerr << "usage: bench_width_buckets MODEL WIDTHS [--rounds N] [--max-batch N] [--buckets 160,320]\n";
    return 2;
  }
  options.model = argv[1];
  options.widths = argv[2];
  for (int i = 3; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--rounds") options.rounds = std::stoi(argv[i + 1]);
    if (name == "--max-batch") options.max_batch = std::stoi(argv[i + 1]);
    if (name == "--buckets") options.buckets = crossdock::Numbers(argv[i + 1]);
  }
  setenv("ORT_DISABLE_TELEMETRY", "1", 1);
  if (const auto done = crossdock::Compare(options); !done) {
    std::cerr << done.error().message << '\n';
    return 1;
  }
  return 0;
}

// Batching modes side by side: real dispatcher, real engine, the same arrivals for every mode, and beside each the same policy code
// under virtual time with the call times that warm-up measured.
//   bench_batching_modes MODEL [--seconds S] [--slots 1,2,4] [--loads 0.1,0.5,0.8,0.95] [--max-batch N] [--shape 3,48,320] [--bound]
// MODEL is a model file; `bench/fixed_cost.fake` is the fake engine's curve. Loads are fractions of what the slots do at the best batch
// of the table; 0 is a backlog. --bound checks `greedy` without a cap against the bound of arXiv 1912.06322 instead, for a .fake file.
#include <cmath>
#include <iostream>
#include <sstream>

#include <fmt/format.h>

#include "app/bench/open_loop.h"
#include "app/bench/wait_sweep.h"
#include "load/arrivals.h"
#include "model/load_version.h"
#include "schedule/simulator.h"

namespace crossdock {
namespace {

using app::bench::LoadResult;

struct Options {
  std::filesystem::path model;
  double seconds = 4;
  std::vector<double> slots = {1, 2, 4};
  std::vector<double> loads = {0.1, 0.5, 0.8, 0.95, 0};
  std::vector<double> shape;
  int max_batch = 16;
  bool bound = false;
};

std::vector<double> Numbers(const std::string& text) {
  std::vector<double> numbers;
  std::istringstream in(text);
  for (std::string one; std::getline(in, one, ',');) numbers.push_back(std::stod(one));
  return numbers;
}

/// A row of the comparison.
struct Mode {
  std::string label;
  std::string mode;
  int max_batch;
  int window_us;
};

std::vector<Mode> Modes(int max_batch) {
  return {{"sync", "sync", max_batch, 0},       {"greedy", "greedy", max_batch, 0},   {"fixed 4", "fixed", 4, 0},
          {"8 / 5 ms", "window", 8, 5000},      {"16 / 10 ms", "window", 16, 10'000}, {"gap", "gap", max_batch, 0},
          {"article", "article", max_batch, 0}, {"auto", "auto", max_batch, 0}};
}

schedule::BatchingConfig ConfigOf(const Mode& mode, int max_batch) {
  schedule::BatchingConfig config;
  config.mode = mode.mode;
  config.max_batch = std::min(mode.max_batch, max_batch);
  config.window_us = mode.window_us;
  config.max_queued = 1 << 20;
  return config;
}

double Ms(Nanos t) { return std::chrono::duration<double, std::milli>(t).count(); }

/// Mean latency of the same arrivals under virtual time; nothing if some are never answered.
double SimulatedMeanMs(const model::Version& loaded, const schedule::BatchingConfig& config, int slots,
                       const std::vector<Nanos>& due) {
  schedule::SimulationSetup setup;
  setup.slots = slots;
  setup.rule = schedule::MakeRule(config, loaded.max_batch());
  setup.latency = loaded.latency().front();
  setup.call_time = [&](int rows) { return loaded.latency().front().Mean(rows); };
  std::vector<schedule::Arrival> arrivals;
  for (const Nanos at : due) arrivals.push_back({TimePoint(std::chrono::hours(1)) + at});
  const auto policy = schedule::MakeEarliestDeadlinePolicy();
  const auto result = schedule::Simulate(*policy, setup, arrivals);
  double sum = 0;
  for (const Nanos latency : result.latency) {
    if (latency != Nanos::max()) sum += Ms(latency);
  }
  return sum / static_cast<double>(result.latency.size());
}

/// In `fixed` the last rows never make a batch: as many are offered as fill whole ones.
std::vector<Nanos> WholeBatches(std::vector<Nanos> due, const schedule::BatchingConfig& config) {
  if (config.mode == "fixed") due.resize(due.size() - due.size() % static_cast<size_t>(config.max_batch));
  return due;
}

int CompareModes(const model::Version& loaded, const Options& options, int slots) {
  RealClock clock;
  const double capacity = app::bench::Capacity(loaded, slots);
  for (const double load : options.loads) {
    const auto length = std::chrono::duration_cast<Nanos>(std::chrono::duration<double>(options.seconds));
    const auto due = load > 0 ? load::PoissonMoments(load * capacity, length, 7)
                              : std::vector<Nanos>(static_cast<size_t>(capacity * options.seconds / 2));
    std::cout << fmt::format(
        "\n{} slots, {} ({} requests)\n", slots,
        load > 0 ? fmt::format("{:.1f} requests/s, {} of the capacity", load * capacity, load) : "a backlog",
        due.size());
    std::cout << fmt::format("{:<11} {:>9} {:>9} {:>10} {:>6} {:>6} {:>11} {:>9}\n", "mode", "mean_ms", "p99_ms",
                             "requests/s", "busy", "rows", "virtual_ms", "late_ms");
    for (const Mode& mode : Modes(options.max_batch)) {
      const auto config = ConfigOf(mode, options.max_batch);
      // One row a call cannot keep up near the capacity of batches: its mean says only how long the run was.
      const auto offered = WholeBatches(due, config);
      if (offered.empty()) continue;
      const auto result = app::bench::OfferLoad(loaded, config, slots, offered, clock);
      if (!result) {
        std::cerr << result.error().message << '\n';
        return 1;
      }
      std::cout << fmt::format("{:<11} {:>9.2f} {:>9.2f} {:>10.1f} {:>6.2f} {:>6.2f} {:>11.2f} {:>9.2f}\n", mode.label,
                               Ms(result->Mean()), Ms(result->Quantile(0.99)), result->per_second, result->busy,
                               result->mean_rows, SimulatedMeanMs(loaded, config, slots, offered),
                               Ms(result->lateness_p99));
      std::cout.flush();
    }
  }
  return 0;
}

/// Mean latency of greedy batching without a cap, for calls of tau0 + alpha b, under a Poisson load of `load` = lambda alpha: at most
/// 1.5 tau0 / (1 - load) + (alpha / 2) (load + 2) / (1 - load^2) (arXiv 1912.06322).
int CheckBound(const model::Version& loaded, const Options& options) {
  RealClock clock;
  const auto& table = loaded.latency().front();
  const double alpha = Ms(table.Mean(1024) - table.Mean(1)) / 1023;
  const double tau0 = Ms(table.Mean(1)) - alpha;
  std::cout << fmt::format("greedy, no cap: tau0 {:.3f} ms, alpha {:.3f} ms\n{:>6} {:>9} {:>9} {:>7} {:>11} {:>7}\n",
                           tau0, alpha, "load", "mean_ms", "bound_ms", "ratio", "virtual_ms", "ratio");
  for (const double load : options.loads) {
    if (load <= 0) continue;
    const auto length = std::chrono::duration_cast<Nanos>(std::chrono::duration<double>(options.seconds));
    const auto due = load::PoissonMoments(load / alpha * 1000, length, 7);
    const auto config = ConfigOf({"greedy", "greedy", 1024, 0}, 1024);
    const auto result = app::bench::OfferLoad(loaded, config, 1, due, clock);
    if (!result) {
      std::cerr << result.error().message << '\n';
      return 1;
    }
    const double bound = 1.5 * tau0 / (1 - load) + alpha / 2 * (load + 2) / (1 - load * load);
    const double mean = Ms(result->Mean());
    const double simulated = SimulatedMeanMs(loaded, config, 1, due);
    std::cout << fmt::format("{:>6.2f} {:>9.2f} {:>9.2f} {:>7.3f} {:>11.2f} {:>7.3f}\n", load, mean, bound,
                             mean / bound, simulated, mean / simulated);
  }
  return 0;
}

int Main(const Options& options) {
  for (const double slots : options.bound ? std::vector<double>{1} : options.slots) {
    model::FoundVersion found;
    found.file = std::filesystem::absolute(options.model);
    found.name = found.file.stem().string();
    found.config.options.streams = static_cast<int>(slots);
    found.config.batching.mode = "greedy";  // every size is measured
    found.config.batching.max_batch = options.bound ? 1024 : options.max_batch;
    if (!options.shape.empty()) found.config.warm_shapes = {{options.shape.begin(), options.shape.end()}};
    found.config.batching.max_queued = std::max(1024, found.config.batching.max_batch);
    const auto loaded = model::LoadVersion(found, [] {}, {});
    if (!loaded) {
      std::cerr << loaded.error().message << '\n';
      return 1;
    }
    std::cout << fmt::format("\n{} in {} {}: ", found.name, (*loaded)->runtime(), (*loaded)->runtime_version());
    for (const auto& point : (*loaded)->latency().front().points())
      std::cout << fmt::format("l({}) {:.2f}  ", point.batch, point.mean_ns * 1e-6);
    std::cout << "ms\n";
    if (!(*loaded)->batchable()) std::cout << "not batched: " << (*loaded)->batch_note() << '\n';
    const int status =
        options.bound ? CheckBound(**loaded, options) : CompareModes(**loaded, options, static_cast<int>(slots));
    if (status != 0) return status;
  }
  return 0;
}

}  // namespace
}  // namespace crossdock

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: bench_batching_modes MODEL [--seconds S] [--slots 1,2,4] [--loads 0.1,0.5,0.8,0.95,0] "
                 "[--max-batch N] "
                 "[--shape 3,48,320] [--bound]\n";
    return 2;
  }
  setenv("ORT_DISABLE_TELEMETRY", "1", 1);
  crossdock::Options options;
  options.model = argv[1];
  for (int i = 2; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--bound") {
      options.bound = true;
      continue;
    }
    if (i + 1 == argc) {
      std::cerr << name << " needs a value\n";
      return 2;
    }
    const std::string value = argv[++i];
    if (name == "--seconds") options.seconds = std::stod(value);
    if (name == "--slots") options.slots = crossdock::Numbers(value);
    if (name == "--loads") options.loads = crossdock::Numbers(value);
    if (name == "--shape") options.shape = crossdock::Numbers(value);
    if (name == "--max-batch") options.max_batch = std::stoi(value);
  }
  return crossdock::Main(options);
}

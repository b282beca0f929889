#include <algorithm>
#include <filesystem>
#include <ostream>

#include <fmt/format.h>

#include "app/bench/wait_store.h"
#include "app/bench/wait_sweep.h"
#include "cli/command_line.h"
#include "cli/verbs.h"
#include "engine/cores.h"
#include "model/load_version.h"
#include "model/repository.h"

namespace crossdock::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string model;
  std::string models;
  std::vector<int> waits_us;
  double load = 0.5;
  double seconds = 5;
  int slots = 0;
  int max_batch = 0;
  bool dry = false;
};

/// A file, or the newest version of a name in the folder of models.
Result<model::FoundVersion> Find(const Options& options) {
  model::FoundVersion found;
  if (options.models.empty()) {
    found.file = fs::absolute(options.model);
    found.name = found.file.stem().string();
    if (model::RuntimeFor(found.file).empty()) {
      return InvalidArgument(
          "--sweep-wait", fmt::format("{} is no model file; for a name give its folder with --models", options.model));
    }
    return found;
  }
  const auto scanned = model::ScanRepository(options.models);
  if (!scanned) return scanned.error();
  for (const model::FoundVersion& version : scanned->versions) {
    if (version.name == options.model) found = version;  // ascending: the last is the newest
  }
  if (found.file.empty())
    return Error{ErrorCode::kNotFound, fmt::format("{} holds no model {}", options.models, options.model)};
  return found;
}

double Ms(Nanos t) { return std::chrono::duration<double, std::milli>(t).count(); }

void PrintRow(const app::bench::WaitRow& row, std::ostream& out) {
  out << fmt::format(
      "{:>8} {:>9.2f} {:>9.2f} {:>12.1f} {:>6.2f} {:>7.2f}{}\n", row.wait_us, Ms(row.mean), Ms(row.p99), row.per_second,
      row.busy, row.mean_rows,
      Ms(row.lateness_p99) > 0.5 ? fmt::format("   sent up to {:.1f} ms late", Ms(row.lateness_p99)) : "");
  out.flush();
}

Status Sweep(const Options& options, std::ostream& out) {
  auto found = Find(options);
  if (!found) return found.error();
  if (options.max_batch > 0) found->config.batching.max_batch = options.max_batch;
  // Larger batches than pay may be formed by a window, so all sizes are measured.
  found->config.batching.mode = "window";
  auto loaded = model::LoadVersion(*found, [] {}, {});
  if (!loaded) return loaded.error();

  app::bench::WaitSweepOptions sweep;
  sweep.load = options.load;
  sweep.length = std::chrono::duration_cast<Nanos>(std::chrono::duration<double>(options.seconds));
  sweep.slots = options.slots > 0 ? options.slots : engine::AvailableCores();
  if (!options.waits_us.empty()) sweep.waits_us = options.waits_us;
  out << fmt::format("{} at {:.2f} of {:.1f} rows a second, {} slots, batches of up to {}, {:.1f} s a row\n",
                     found->name, sweep.load, app::bench::Capacity(**loaded, sweep.slots), sweep.slots,
                     (*loaded)->max_batch(), options.seconds);
  out << fmt::format("{:>8} {:>9} {:>9} {:>12} {:>6} {:>7}\n", "wait_us", "mean_ms", "p99_ms", "requests/s", "busy",
                     "rows");
  RealClock clock;
  const auto rows =
      app::bench::SweepWait(**loaded, sweep, clock, [&](const app::bench::WaitRow& row) { PrintRow(row, out); });
  if (!rows) return rows.error();
  const int best = app::bench::BestWait(*rows).wait_us;
  out << fmt::format("best: {} us\n", best);
  if (options.dry) return {};
  const auto stored = app::bench::StoreBestWait(*found, best);
  if (!stored) return stored.error();
  out << (stored->empty()
              ? fmt::format("not stored: {} lies in no folder of its own (NAME/1/model.onnx); put "
                            "batching.window_us: {} into its configuration\n",
                            found->file.filename().string(), std::max(1, best))
              : fmt::format("stored in {}: the mode window takes it where window_us is 0\n", stored->string()));
  return {};
}

}  // namespace

int RunBench(Args args, std::ostream& out, std::ostream& err) {
  Options options;
  CLI::App app(
      "Measures a model under one wait after another: requests come at drawn times, whatever is answered, and each "
      "latency counts from "
      "the moment a request was due. The best wait is stored in the manifest beside the model.",
      "bench");
  app.add_option("--sweep-wait", options.model, "model file, or with --models its name")
      ->required()
      ->type_name("MODEL");
  app.add_option("--models", options.models, "folder of models: NAME/1/model.onnx");
  app.add_option("--waits", options.waits_us,
                 "waits to try, microseconds; 0: none (default: 0,500,1000,2000,5000,10000)")
      ->delimiter(',')
      ->check(CLI::Range(0, 1'000'000));
  app.add_option("--load", options.load, "offered load, as a fraction of what the slots can do at the best batch")
      ->check(CLI::Range(0.01, 0.99))
      ->capture_default_str();
  app.add_option("--seconds", options.seconds, "length of each run")
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
  app.add_option("--slots", options.slots, "engine calls at once; 0: as many as cores")->check(CLI::Range(0, 1024));
  app.add_option("--max-batch", options.max_batch, "rows in one call, at most; 0: as the model is configured")
      ->check(CLI::Range(0, 4096));
  app.add_flag("--dry", options.dry, "store nothing");
  app.footer(
      "Examples:\n  crossdock bench --sweep-wait recognizer --models models --load 0.8\n"
      "  crossdock bench --sweep-wait net.onnx --waits 0,2000,10000 --dry");
  if (const auto end = ReadCommandLine(app, args, out, err)) return *end;
  if (const Status swept = Sweep(options, out); !swept) {
    err << "crossdock: " << swept.error().message << '\n';
    return kFailed;
  }
  return kDone;
}

}  // namespace crossdock::cli

// One model's load in a process of its own, as the server does it, and the calls right after it.
//   bench_model_load CONFIG MODEL [--cache FOLDER] [--calls N]
// Loads MODEL of a file with the `models` of a crossdock.yaml and nothing else; with a folder through the model cache, which makes the first such load fill it and the next a hot one.
// Then N calls (100) by turns over all warmed shapes, one row each. Prints one line of JSON: where the time of the load went, memory,
// and what each call took, milliseconds.
#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "config/config.h"
#include "model/hot/hot_loader.h"
#include "model/load_version.h"
#include "model/made_inputs.h"
#include "model/model_config.h"

namespace crossdock {
namespace {

using Clock = std::chrono::steady_clock;

struct Entry {
  std::filesystem::path file;  // relative to the file that names it
  model::ModelConfig config;
  Status Validate() const { return config.Validate(); }
};
template <class Visitor>
void Describe(Entry& e, Visitor& v) {
  v.Field("file", e.file, "the model's file");
  Describe(e.config, v);
}
struct Models {
  std::map<std::string, Entry> models;
};
template <class Visitor>
void Describe(Models& m, Visitor& v) {
  v.Field("models", m.models, "models by name");
}

struct Arguments {
  std::string config;
  std::string model;
  std::string cache;
  int calls = 100;
};

[[noreturn]] void Fail(const std::string& message) {
  std::cerr << "bench_model_load: " << message << '\n';
  std::exit(1);
}

double Milliseconds(Nanos time) { return std::chrono::duration<double, std::milli>(time).count(); }

/// Resident memory in MiB: now, and at its largest.
std::pair<double, double> Memory() {
  constexpr double kMib = 1024;
  double now = 0;
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) now = std::strtod(line.c_str() + 6, nullptr) / kMib;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return {now, static_cast<double>(usage.ru_maxrss) / kMib};
}

model::FoundVersion Find(const Arguments& arguments) {
  const auto config = config::ReadYamlFile<Models>(arguments.config);
  if (!config) Fail(config.error().message);
  const auto entry = config->models.find(arguments.model);
  if (entry == config->models.end()) Fail(fmt::format("{} has no model \"{}\"", arguments.config, arguments.model));
  const auto folder = std::filesystem::absolute(arguments.config).parent_path();
  return {arguments.model, 1, folder / entry->second.file, entry->second.config};
}

Result<std::unique_ptr<const model::Version>> Load(const model::FoundVersion& found, const std::string& cache,
                                                   std::string& outcomes) {
  if (cache.empty()) return model::LoadVersion(found, [] {}, {});
  auto folder = model::CacheFolder::Open(cache, int64_t{8} << 30);
  if (!folder) return folder.error();
  const model::HotLoader loader(*std::move(folder), [&](const std::string&, model::HotLoader::Event event) {
    outcomes += fmt::format("{}{}", outcomes.empty() ? "" : " ", model::HotLoader::Name(event));
  });
  return loader.Load(found, [] {}, {});
}

std::vector<double> Call(const model::Version& version, int calls) {
  std::vector<std::vector<tensor::Tensor>> inputs;
  for (const model::Bucket& bucket : version.buckets()) {
    auto made =
        model::MadeInputs(version.session().signature(), model::ShapesOf(bucket.inputs, 1, version.batchable()), 3);
    if (!made) Fail(made.error().message);
    inputs.push_back(*std::move(made));
  }
  std::vector<double> times;
  for (int i = 0; i < calls && !inputs.empty(); ++i) {
    std::vector<tensor::TensorView> views;
    for (const auto& input : inputs[static_cast<size_t>(i) % inputs.size()]) views.push_back(input.view());
    const auto begun = Clock::now();
    if (const auto done = engine::RunOnce(version.session(), views); !done) Fail(done.error().message);
    times.push_back(Milliseconds(Clock::now() - begun));
  }
  return times;
}

int Run(const Arguments& arguments) {
  const model::FoundVersion found = Find(arguments);
  std::string outcomes;
  const auto begun = Clock::now();
  const auto version = Load(found, arguments.cache, outcomes);
  const Nanos took = Clock::now() - begun;
  if (!version) Fail(version.error().message);
  const auto [now, most] = Memory();
  const model::LoadTimes& times = (*version)->load_times();
  const auto calls = Call(**version, arguments.calls);
  std::cout << fmt::format(
      R"({{"model": "{}", "runtime": "{} {}", "start": "{}", "outcomes": "{}", "total_ms": {:.1f}, "prepare_ms": {:.1f}, )"
      R"("trial_ms": {:.1f}, "warm_ms": {:.1f}, "resident_mib": {:.1f}, "peak_mib": {:.1f}, "buckets": {}, "calls_ms": [{:.3f}]}})",
      arguments.model, (*version)->runtime(), (*version)->runtime_version(), times.hot ? "hot" : "cold", outcomes,
      Milliseconds(took), Milliseconds(times.prepare), Milliseconds(times.trial), Milliseconds(times.warm), now, most,
      (*version)->buckets().size(), fmt::join(calls, ", "));
  std::cout << '\n';
  return 0;
}

Arguments Read(const std::vector<std::string>& words) {
  if (words.size() < 2) Fail("CONFIG MODEL [--cache FOLDER] [--calls N]");
  Arguments arguments{words[0], words[1], "", 100};
  for (size_t i = 2; i + 1 < words.size(); i += 2) {
    const std::string& value = words[i + 1];
    if (words[i] == "--cache") {
      arguments.cache = value;
    } else if (words[i] != "--calls" ||
               std::from_chars(value.data(), value.data() + value.size(), arguments.calls).ec != std::errc()) {
      Fail(fmt::format("{} {} is not understood", words[i], value));
    }
  }
  return arguments;
}

}  // namespace
}  // namespace crossdock

int main(int count, char** words) { return crossdock::Run(crossdock::Read({words + 1, words + count})); }

// What the engine gives without a server: the session that the server would open, called back to back by as many threads as it has
// slots, on inputs made once.
//   bench_engine_alone MODEL SECONDS [RUNTIME [THREADS [STREAMS]]]
// Prints one line of JSON: calls, seconds, calls per second, P50 and P95 of one call in milliseconds, processor seconds.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "model/made_inputs.h"
#include "model/repository.h"
#include "processor_seconds.h"

namespace crossdock {
namespace {

using Clock = std::chrono::steady_clock;

std::vector<double> CallUntil(engine::Session& session, int slot, Clock::time_point end) {
  std::vector<tensor::Shape> shapes;
  for (const auto& port : session.signature().inputs) {
    tensor::Shape shape = port.shape;
    for (auto& dim : shape) dim = dim < 0 ? 1 : dim;
    shapes.push_back(shape);
  }
  const auto inputs = model::MadeInputs(session.signature(), shapes, 1).value();
  std::vector<tensor::TensorView> views;
  for (const auto& input : inputs) views.push_back(input.view());
  std::vector<double> times_ms;
  while (Clock::now() < end) {
    const auto started = Clock::now();
    if (const auto done = engine::RunOnce(session, views, slot); !done) {
      std::cerr << done.error().message << '\n';
      std::exit(1);
    }
    times_ms.push_back(std::chrono::duration<double, std::milli>(Clock::now() - started).count());
  }
  return times_ms;
}

int Run(const std::filesystem::path& model, double seconds, const std::string& runtime_name,
        engine::LoadOptions options) {
  const auto runtime = engine::OpenRuntime(runtime_name);
  if (!runtime) {
    std::cerr << runtime.error().message << '\n';
    return 1;
  }
  const auto session = (*runtime)->Load(model, options);
  if (!session) {
    std::cerr << session.error().message << '\n';
    return 1;
  }
  const int slots = (*session)->slots();
  for (int slot = 0; slot < slots; ++slot) CallUntil(**session, slot, Clock::now() + std::chrono::milliseconds(200));
  const auto started = Clock::now();
  const double cpu_before = ProcessorSeconds();
  const auto end = started + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  std::vector<std::vector<double>> times(static_cast<size_t>(slots));
  {
    std::vector<std::jthread> threads;
    for (int slot = 0; slot < slots; ++slot) {
      threads.emplace_back([&, slot] { times[static_cast<size_t>(slot)] = CallUntil(**session, slot, end); });
    }
  }
  const double took = std::chrono::duration<double>(Clock::now() - started).count();
  std::vector<double> all;
  for (const auto& t : times) all.insert(all.end(), t.begin(), t.end());
  std::sort(all.begin(), all.end());
  const auto at = [&](double q) { return all[static_cast<size_t>(q * static_cast<double>(all.size() - 1))]; };
  std::cout << fmt::format(
      R"({{"runtime":"{} {}","slots":{},"calls":{},"seconds":{:.3f},"per_second":{:.2f},"p50_ms":{:.3f},"p95_ms":{:.3f},"cpu_seconds":{:.3f}}})",
      (*runtime)->name(), (*runtime)->version(), slots, all.size(), took, static_cast<double>(all.size()) / took,
      at(0.5), at(0.95), ProcessorSeconds() - cpu_before);
  std::cout << '\n';
  return 0;
}

}  // namespace
}  // namespace crossdock

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: bench_engine_alone MODEL SECONDS [RUNTIME [THREADS [STREAMS]]]\n";
    return 2;
  }
  setenv("ORT_DISABLE_TELEMETRY", "1", 1);
  crossdock::engine::LoadOptions options;
  if (argc > 4) options.threads = std::atoi(argv[4]);
  if (argc > 5) options.streams = std::atoi(argv[5]);
  return crossdock::Run(argv[1], std::atof(argv[2]), argc > 3 ? argv[3] : "onnxruntime", options);
}

#include <chrono>
#include <iostream>
#include <thread>

#include <fmt/format.h>

#include "libtorch/alone.h"
#include "libtorch/measure.h"
#include "libtorch/settings.h"

namespace crossdock::bench {
namespace {

using SteadyClock = std::chrono::steady_clock;

SteadyClock::time_point After(double seconds) {
  return SteadyClock::now() + std::chrono::duration_cast<SteadyClock::duration>(std::chrono::duration<double>(seconds));
}

/// Calls until the time is over, each timed.
double Repeat(double seconds, double rows, std::vector<double>& call_ms, const std::function<void()>& call) {
  double done = 0;
  for (const auto end = After(seconds); SteadyClock::now() < end; done += rows) {
    const auto begun = SteadyClock::now();
    call();
    call_ms.push_back(std::chrono::duration<double, std::milli>(SteadyClock::now() - begun).count());
  }
  return done;
}

/// As many calls under way as a queue of the device may hold without waiting.
double Enqueued(Alone& alone, double seconds, double rows) {
  constexpr int kCalls = 16;
  double done = 0;
  for (const auto end = After(seconds); SteadyClock::now() < end; done += kCalls * rows) {
    for (int i = 0; i < kCalls; ++i) alone.Enqueue();
    alone.Wait();
  }
  return done;
}

void CallOrEnd(engine::Session& session, const tensor::Tensor& input, int slot) {
  const engine::TensorView view = input.view();
  if (const auto done = engine::RunOnce(session, {&view, 1}, slot); !done) {
    std::cerr << done.error().message << '\n';
    std::exit(1);
  }
}

double OnAllSlots(engine::Session& session, const tensor::Tensor& input, double seconds, double rows) {
  std::vector<double> done(static_cast<size_t>(session.slots()));
  std::vector<std::jthread> callers;
  for (int slot = 0; slot < session.slots(); ++slot) {
    callers.emplace_back([&, slot] {
      std::vector<double> times;
      done[static_cast<size_t>(slot)] = Repeat(seconds, rows, times, [&] { CallOrEnd(session, input, slot); });
    });
  }
  callers.clear();
  double sum = 0;
  for (const double rows_of_slot : done) sum += rows_of_slot;
  return sum;
}

void Print(const std::string& model, const Settings& settings, int64_t batch, const Figures& f) {
  std::cout
      << fmt::format(
             R"({{"model":"{}","dtype":"{}","device":"{}","optimization":"{}","hints":"{}","slots":{},"batch":{},"way":"{}",)"
             R"("p50_ms":{:.3f},"p95_ms":{:.3f},"rows_per_s":{:.1f},"least":{:.1f},"most":{:.1f}}})",
             model.substr(model.rfind('/') + 1), Get(settings, "dtype", "FP32"), Get(settings, "device", "CPU"),
             Get(settings, "optimization", "all"), Get(settings, "hints", ""), Get(settings, "slots", "2"), batch,
             f.name, f.p50_ms, f.p95_ms, f.rows_per_second, f.least, f.most)
      << std::endl;
}

}  // namespace

int Sweep(const std::string& model, const Settings& settings) {
  const engine::LoadOptions options = OptionsOf(settings);
  const auto runtime = engine::OpenRuntime("libtorch");
  const auto session = runtime ? (*runtime)->Load(model, options) : runtime.error();
  if (!session) {
    std::cerr << session.error().message << '\n';
    return 1;
  }
  Alone alone(model, options);
  const int rounds = std::stoi(Get(settings, "rounds", "3"));
  const double seconds = std::stod(Get(settings, "seconds", "0.3"));
  for (const std::string& size : Parts(Get(settings, "batches", "1,4,8,16,32,128"))) {
    const int64_t batch = std::stoll(size);
    const auto rows = static_cast<double>(batch);
    const auto pictures = Pictures(options, batch, 1);
    alone.Use(pictures[0].view());
    const std::vector<Way> ways = {
        {"alone, resident", [&](double s, auto& ms) { return Repeat(s, rows, ms, [&] { alone.CallResident(); }); }},
        {"alone, resident, enqueued", [&](double s, auto&) { return Enqueued(alone, s, rows); }},
        {"alone, with copies",
         [&](double s, auto& ms) { return Repeat(s, rows, ms, [&] { alone.CallWithCopies(); }); }},
        {"session, one call",
         [&](double s, auto& ms) { return Repeat(s, rows, ms, [&] { CallOrEnd(**session, pictures[0], 0); }); }},
        {"session, all slots", [&](double s, auto&) { return OnAllSlots(**session, pictures[0], s, rows); }}};
    std::vector<double> ignored;
    for (const Way& way : ways) way.run(0.3, ignored);  // profiling, compilation, memory
    for (const Figures& figures : MeasureAlternating(ways, rounds, seconds)) Print(model, settings, batch, figures);
  }
  return 0;
}

}  // namespace crossdock::bench

#include <chrono>
#include <iostream>
#include <random>
#include <thread>

#include <fmt/format.h>

#include "base/guarded.h"
#include "libtorch/measure.h"
#include "libtorch/settings.h"
#include "pipeline/dispatcher.h"
#include "schedule/batching_config.h"

namespace crossdock::bench {
namespace {

using pipeline::WorkItem;
using pipeline::WorkResult;

/// "sync", "fixed-4", "window-8-5ms", "gap-128", or another mode of the configuration with its largest batch.
Result<schedule::BatchingConfig> ConfigOf(const std::string& name) {
  schedule::BatchingConfig config;
  config.max_queued = 1 << 18;
  config.mode = name.substr(0, name.find('-'));
  if (auto known = schedule::ParseBatchMode(config.mode, "modes"); !known) return known.error();
  const auto parts = [&] {
    std::string rest = name.substr(config.mode.size());
    for (char& c : rest) c = c == '-' ? ',' : c;
    return Parts(rest.empty() ? rest : rest.substr(1));
  }();
  config.max_batch = parts.empty() ? 1 : std::stoi(parts[0]);
  if (parts.size() > 1) config.window_us = std::stoi(parts[1]) * 1000;
  return config;
}

/// What came of a load.
struct Outcome {
  std::vector<double> ms;
  int64_t failed = 0;
  int64_t batch_rows = 0;  // summed over answers
};

struct Bench {
  std::shared_ptr<engine::Session> session;
  std::vector<tensor::Tensor> pictures;
  schedule::LatencyTable latency;

  /// A version over the one session, which outlives it.
  model::Pin PinFor(const schedule::BatchingConfig& config) const {
    class Shared final : public engine::Session {
     public:
      explicit Shared(std::shared_ptr<engine::Session> of) : of_(std::move(of)) {}
      const engine::Signature& signature() const override { return of_->signature(); }
      int slots() const override { return of_->slots(); }
      void Start(int slot, const engine::RunArgs& args, engine::RunSink& sink) noexcept override {
        of_->Start(slot, args, sink);
      }

     private:
      std::shared_ptr<engine::Session> of_;
    };
    model::Version::Parts parts;
    parts.id = {"resnet50", 1};
    parts.config.batching = config;
    parts.max_batch = config.max_batch;
    parts.signature = session->signature();
    for (auto* ports : {&parts.signature.inputs, &parts.signature.outputs}) {
      for (auto& port : *ports) port.batch = engine::BatchAxis::kFirst;
    }
    tensor::Shape one = session->signature().inputs[0].shape;
    one.erase(one.begin());
    parts.buckets = {{{one}}};
    parts.latency = {latency};
    parts.session = std::make_unique<Shared>(session);
    return std::make_shared<const model::Version>(std::move(parts));
  }
};

/// One picture a request.
class Load {
 public:
  Load(const Bench& bench, const schedule::BatchingConfig& config)
      : bench_(bench),
        pin_(bench.PinFor(config)),
        dispatcher_({bench.session->slots(), 0, {}}, clock_, schedule::MakeEarliestDeadlinePolicy()) {}

  /// `clients` of whom each asks again when it is answered.
  Outcome Closed(int clients, double seconds) {
    End(seconds);
    for (int i = 0; i < clients; ++i) Ask(true);
    return Wait();
  }
  /// Arrivals of a Poisson process, `rate` a second, whatever becomes of them.
  Outcome Open(double rate, double seconds) {
    End(seconds);
    std::minstd_rand random(11);
    std::exponential_distribution<double> gap(rate);
    TimePoint next = clock_.Now();
    while (next < end_) {
      while (clock_.Now() < next) {  // the gaps are shorter than what a sleep can keep
      }
      Ask(false);
      next += std::chrono::duration_cast<Nanos>(std::chrono::duration<double>(gap(random)));
    }
    return Wait();
  }

 private:
  void End(double seconds) {
    end_ = clock_.Now() + std::chrono::duration_cast<Nanos>(std::chrono::duration<double>(seconds));
  }
  void Ask(bool again) {
    WorkItem item;
    item.pin = pin_;
    item.arrived = clock_.Now();
    item.inputs.push_back(bench_.pictures[number_++ % bench_.pictures.size()]);
    ++*waiting_.Lock();
    item.done = pipeline::Completion<WorkResult>([this, again, arrived = item.arrived](Result<WorkResult> result) {
      const TimePoint now = clock_.Now();
      {
        auto outcome = outcome_.Lock();
        outcome->ms.push_back(std::chrono::duration<double, std::milli>(now - arrived).count());
        outcome->failed += result ? 0 : 1;
        outcome->batch_rows += result ? result->batch_rows : 0;
      }
      if (again && now < end_) Ask(true);
      auto waiting = waiting_.Lock();
      if (--*waiting == 0) none_.notify_all();
    });
    dispatcher_.Submit(std::move(item));
  }
  Outcome Wait() {
    auto waiting = waiting_.Lock();
    // A mode that waits for a full batch would keep the last few for ever: they are let go.
    const TimePoint patience = clock_.Now() + std::chrono::seconds(2);
    while (*waiting > 0 && clock_.Now() < patience) waiting.Wait(clock_, none_, patience, {});
    waiting.Unlock();
    auto outcome = outcome_.Lock();
    Outcome taken = std::move(*outcome);
    *outcome = {};
    outcome.Unlock();
    dispatcher_.Stop();
    return taken;
  }

  const Bench& bench_;
  RealClock clock_;
  model::Pin pin_;
  std::atomic<size_t> number_ = 0;
  TimePoint end_;
  Guarded<Outcome> outcome_;
  Guarded<int> waiting_{0};
  std::condition_variable_any none_;
  pipeline::Dispatcher dispatcher_;
};

void Print(const std::string& mode, const std::string& load, double offered, double seconds, Outcome outcome) {
  const auto answered = static_cast<double>(outcome.ms.size());
  double sum = 0;
  for (const double ms : outcome.ms) sum += ms;
  std::cout
      << fmt::format(
             R"({{"mode":"{}","load":"{}","offered_per_s":{:.0f},"answered_per_s":{:.0f},"mean_ms":{:.3f},"p50_ms":{:.3f},)"
             R"("p95_ms":{:.3f},"p99_ms":{:.3f},"mean_batch":{:.1f},"failed":{}}})",
             mode, load, offered, answered / seconds, answered > 0 ? sum / answered : 0, Quantile(outcome.ms, 0.5),
             Quantile(outcome.ms, 0.95), Quantile(outcome.ms, 0.99),
             answered > 0 ? static_cast<double>(outcome.batch_rows) / answered : 0, outcome.failed)
      << std::endl;
}

/// As the server's warm-up: every size on every slot, the best of three of slot 0 into the table.
Status Warm(Bench& bench, const engine::LoadOptions& options, const std::vector<std::string>& sizes) {
  for (const std::string& size : sizes) {
    const auto inputs = Pictures(options, std::stoll(size), 1);
    const tensor::TensorView view = inputs[0].view();
    Nanos best = Nanos::max();
    for (int slot = bench.session->slots() - 1; slot >= 0; --slot) {
      for (int run = 0; run < 6; ++run) {
        const auto done = engine::RunOnce(*bench.session, {&view, 1}, slot);
        if (!done) return done.error();
        if (slot == 0 && run >= 3) best = std::min(best, done->engine_time);
      }
    }
    bench.latency.Seed(std::stoi(size), best);
  }
  return {};
}

}  // namespace

int BatchTable(const std::string& model, const Settings& settings) {
  const engine::LoadOptions options = OptionsOf(settings);
  const auto runtime = engine::OpenRuntime("libtorch");
  auto session = runtime ? (*runtime)->Load(model, options) : runtime.error();
  if (!session) {
    std::cerr << session.error().message << '\n';
    return 1;
  }
  Bench bench{*std::move(session), Pictures(options, 1, 64), {}};
  if (auto warm = Warm(bench, options, Parts(Get(settings, "warm", "1,2,3,4,6,8,12,16,24,32,64,128"))); !warm) {
    std::cerr << warm.error().message << '\n';
    return 1;
  }
  for (const auto& point : bench.latency.points())
    std::cout << fmt::format(R"({{"table_batch":{},"mean_ms":{:.3f}}})", point.batch, point.mean_ns / 1e6) << '\n';
  const double seconds = std::stod(Get(settings, "seconds", "1"));
  for (const std::string& mode :
       Parts(Get(settings, "modes", "sync,fixed-4,window-8-5ms,window-16-10ms,greedy-32,gap-32,auto-32"))) {
    const auto config = ConfigOf(mode);
    if (!config) {
      std::cerr << mode << " is left out: " << config.error().message << '\n';
      continue;
    }
    for (const std::string& clients : Parts(Get(settings, "clients", "1,4,16,64,256")))
      Print(mode, "closed, " + clients, 0, seconds, Load(bench, *config).Closed(std::stoi(clients), seconds));
    for (const std::string& rate : Parts(Get(settings, "rates", "")))
      Print(mode, "open", std::stod(rate), seconds, Load(bench, *config).Open(std::stod(rate), seconds));
  }
  return 0;
}

}  // namespace crossdock::bench

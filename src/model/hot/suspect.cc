#include "model/hot/suspect.h"

#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "model/hot/kept_trial.h"

namespace crossdock::model {
namespace {

constexpr double kSuspicious = 1.5;
constexpr Nanos kLittleCall = std::chrono::microseconds(200);
constexpr Nanos kLittleLoad = std::chrono::milliseconds(100);

bool MuchLonger(Nanos now, Nanos then, Nanos little) { return now > then * kSuspicious + little; }

double Milliseconds(Nanos time) { return std::chrono::duration<double, std::milli>(time).count(); }

}  // namespace

std::string WhyNotKeep(engine::Runtime& runtime, const engine::KeptModel& kept, const engine::LoadOptions& options,
                       const Version& fresh, std::stop_token stop) {
  const auto begun = std::chrono::steady_clock::now();
  const auto session = runtime.LoadKept(kept, options);
  const Nanos took = std::chrono::steady_clock::now() - begun;
  if (!session) return session.error().message;
  auto trial = Compare(**session, fresh.session(), fresh, std::move(stop));
  if (!trial) return trial.error().message;
  trial->kept_load = took;
  trial->fresh_load = fresh.load_times().prepare;
  return WhyNot(*trial);
}

std::string WhySlower(engine::Runtime& runtime, const std::filesystem::path& file, const engine::LoadOptions& options,
                      const Version& kept, const KeptLoad& load, std::stop_token stop) {
  if (const Nanos took = kept.load_times().prepare; MuchLonger(took, load.fresh_load, kLittleLoad)) {
    return fmt::format("it loaded in {:.0f} ms, and the file in {:.0f}", Milliseconds(took),
                       Milliseconds(load.fresh_load));
  }
  if (load.findings.times.empty() || load.findings.times.front().empty()) return "";
  const auto quick = BestCall(kept.session(), kept);
  if (!quick || !MuchLonger(*quick, load.findings.times.front().front().second, kLittleCall)) return "";
  const auto fresh = runtime.Load(file, options);
  if (!fresh) return "";  // the file is no better off
  auto trial = Compare(kept.session(), **fresh, kept, std::move(stop));
  if (!trial) return "";
  trial->fresh_load = Nanos::max();  // loading was judged above
  return WhyNot(*trial);
}

}  // namespace crossdock::model

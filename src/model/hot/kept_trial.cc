#include "model/hot/kept_trial.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/made_inputs.h"
#include "model/same_rows.h"

namespace crossdock::model {
namespace {

constexpr double kLoadsIn = 0.8;
constexpr double kRunsIn = 1.1;
constexpr Nanos kTooSmallToTell = std::chrono::microseconds(50);
constexpr unsigned kSeed = 7;
// Calls of each, the first apart; slow ones are compared by fewer.
constexpr int kCalls = 8;
constexpr int kFewCalls = 3;
constexpr Nanos kSlowCall = std::chrono::milliseconds(100);

// A round that finds the kept form slower is repeated: on a busy machine the best of a few calls is somebody else's doing, and what is
// really slower is so in every round.
constexpr int kMostRounds = 5;

bool RunsSlower(const KeptTrial& trial) {
  return trial.kept_call > std::chrono::duration_cast<Nanos>(trial.fresh_call * kRunsIn) + kTooSmallToTell;
}

double Milliseconds(Nanos time) { return std::chrono::duration<double, std::milli>(time).count(); }

/// Made inputs for the first bucket at its smallest size.
Result<std::vector<tensor::Tensor>> FirstInputs(const engine::Session& session, const Version& version) {
  const int rows = version.latency().front().points().front().batch;
  return MadeInputs(session.signature(), ShapesOf(version.buckets().front().inputs, rows, version.batchable()), kSeed);
}

std::vector<tensor::TensorView> ViewsOf(const std::vector<tensor::Tensor>& tensors) {
  std::vector<tensor::TensorView> views;
  for (const auto& tensor : tensors) views.push_back(tensor.view());
  return views;
}

using Answer = std::pair<std::vector<tensor::Tensor>, Nanos>;

Result<Answer> Call(engine::Session& session, const std::vector<tensor::TensorView>& inputs) {
  auto done = engine::RunOnce(session, inputs);
  if (!done) return done.error();
  return Answer(std::move(done->outputs), done->engine_time);
}

}  // namespace

std::string WhyNot(const KeptTrial& trial) {
  if (!trial.same_answers) return "it answers differently";
  if (RunsSlower(trial)) {
    return fmt::format("it runs slower: {:.3f} ms a call against {:.3f}", Milliseconds(trial.kept_call),
                       Milliseconds(trial.fresh_call));
  }
  if (trial.kept_load > trial.fresh_load * kLoadsIn) {
    return fmt::format("it loads no faster: {:.0f} ms against {:.0f}", Milliseconds(trial.kept_load),
                       Milliseconds(trial.fresh_load));
  }
  return "";
}

Result<Nanos> BestCall(engine::Session& session, const Version& version) {
  const auto inputs = FirstInputs(session, version);
  if (!inputs) return inputs.error();
  const auto views = ViewsOf(*inputs);
  Nanos best = Nanos::max();
  for (int i = 0; i < kFewCalls && (i == 0 || best < kSlowCall); ++i) {
    const auto ran = Call(session, views);
    if (!ran) return ran.error();
    best = std::min(best, ran->second);
  }
  return best;
}

Result<KeptTrial> Compare(engine::Session& kept, engine::Session& fresh, const Version& version, std::stop_token stop) {
  KeptTrial trial;
  if (version.buckets().empty() || version.latency().front().empty()) return trial;
  const auto inputs = FirstInputs(fresh, version);
  if (!inputs) return inputs.error();
  const auto views = ViewsOf(*inputs);

  const auto first = Call(kept, views);
  if (!first) return first.error();
  const auto expected = Call(fresh, views);
  if (!expected) return expected.error();
  trial.same_answers =
      std::equal(first->first.begin(), first->first.end(), expected->first.begin(), expected->first.end(), SameRows);
  trial.kept_call = trial.fresh_call = Nanos::max();
  const int calls = expected->second > kSlowCall ? kFewCalls : kCalls;
  for (int round = 0; round < kMostRounds && (round == 0 || RunsSlower(trial)); ++round) {
    for (int i = 0; i < 2 * calls; ++i) {
      if (stop.stop_requested()) return Error{ErrorCode::kCancelled, "the comparison was stopped"};
      const bool kept_turn = i % 4 == 0 || i % 4 == 3;
      const auto ran = Call(kept_turn ? kept : fresh, views);
      if (!ran) return ran.error();
      Nanos& best = kept_turn ? trial.kept_call : trial.fresh_call;
      best = std::min(best, ran->second);
    }
  }
  return trial;
}

}  // namespace crossdock::model

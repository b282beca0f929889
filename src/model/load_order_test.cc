#include "model/load_order.h"

#include <condition_variable>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/guarded.h"

namespace crossdock::model {
namespace {

using ::testing::ElementsAre;

FoundVersion Model(std::string name, std::string tier, int priority = 0) {
  FoundVersion version;
  version.name = std::move(name);
  version.config.tier = std::move(tier);
  version.config.load_priority = priority;
  return version;
}

std::vector<std::string> NamesOf(const std::vector<FoundVersion>& versions) {
  std::vector<std::string> names;
  for (const auto& version : versions) names.push_back(version.name);
  return names;
}

TEST(LoadOrder, CriticalModelsComeFirstThenTheDeclaredPriority) {
  const auto ordered = InLoadOrder({Model("night", "batch", 9), Model("text", "normal"), Model("codes", "critical"),
                                    Model("lines", "normal", 5), Model("other", "normal")});
  EXPECT_THAT(NamesOf(ordered), ElementsAre("codes", "lines", "text", "other", "night"));
}

/// Loads that end when they are told to.
class Gate {
 public:
  void Load(const std::string& name) {
    auto state = state_.Lock();
    state->running.push_back(name);
    state->most = std::max(state->most, state->running.size());
    state->begun.push_back(name);
    changed_.notify_all();
    while (!std::erase(state->let_go, name)) state.Wait(clock_, changed_, TimePoint::max(), {});
    std::erase(state->running, name);
  }
  void LetGo(const std::string& name) {
    state_.Lock()->let_go.push_back(name);
    changed_.notify_all();
  }
  /// Blocks until so many loads have begun; their names in order.
  std::vector<std::string> Begun(size_t count) {
    auto state = state_.Lock();
    while (state->begun.size() < count) state.Wait(clock_, changed_, TimePoint::max(), {});
    return state->begun;
  }
  size_t most() { return state_.Lock()->most; }

 private:
  struct State {
    std::vector<std::string> running, begun, let_go;
    size_t most = 0;
  };
  RealClock clock_;
  Guarded<State> state_;
  std::condition_variable_any changed_;
};

TEST(LoadOrder, SoManyLoadAtOnceAndTheNextBeginsWhenOneEnds) {
  const std::vector<FoundVersion> versions = {Model("a", "critical"), Model("b", "normal"), Model("c", "normal"),
                                              Model("d", "batch")};
  Gate gate;
  std::jthread loading([&] { LoadSideBySide(versions, 2, [&](const FoundVersion& v) { gate.Load(v.name); }, {}); });
  EXPECT_THAT(gate.Begun(2), ::testing::UnorderedElementsAre("a", "b"));
  gate.LetGo("b");
  EXPECT_EQ(gate.Begun(3).back(), "c");
  gate.LetGo("a");
  EXPECT_EQ(gate.Begun(4).back(), "d");
  gate.LetGo("c");
  gate.LetGo("d");
  loading.join();
  EXPECT_EQ(gate.most(), 2u);
}

TEST(LoadOrder, OneAtATimeKeepsTheOrder) {
  std::vector<std::string> loaded;
  LoadSideBySide({Model("a", "critical"), Model("b", "normal"), Model("c", "batch")}, 1,
                 [&](const FoundVersion& v) { loaded.push_back(v.name); }, {});
  EXPECT_THAT(loaded, ElementsAre("a", "b", "c"));
}

TEST(LoadOrder, AStopLetsNoneBeginAnyMore) {
  std::stop_source stop;
  std::vector<std::string> loaded;
  LoadSideBySide(
      {Model("a", "critical"), Model("b", "normal")}, 1,
      [&](const FoundVersion& v) {
        loaded.push_back(v.name);
        stop.request_stop();
      },
      stop.get_token());
  EXPECT_THAT(loaded, ElementsAre("a"));
}

}  // namespace
}  // namespace crossdock::model

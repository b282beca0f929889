#include "hub/driving/open_loop.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "base/guarded.h"

namespace crossdock::hub {
namespace {

std::vector<Turn> TurnsOf(const Schedule& schedule, std::stop_token stop) {
  Guarded<std::vector<Turn>> turns;
  RunOpenLoop(schedule, stop, [&](const Turn& turn) { turns.Lock()->push_back(turn); });
  auto held = turns.Lock();
  std::sort(held->begin(), held->end(), [](const Turn& a, const Turn& b) { return a.index < b.index; });
  return *held;
}

TEST(OpenLoop, FixesTheMomentsOfSendingWhateverTheAnswersTake) {
  const auto turns = TurnsOf({40, 500, 3}, {});
  ASSERT_EQ(turns.size(), 40u);
  for (std::size_t i = 0; i < turns.size(); ++i) {
    EXPECT_EQ(turns[i].index, static_cast<int>(i));
    EXPECT_EQ(turns[i].intended - turns[0].intended, std::chrono::milliseconds(2) * i);
  }
}

TEST(OpenLoop, SendsNothingOnceStopped) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(TurnsOf({40, 500, 3}, stop.get_token()).empty());
  EXPECT_FALSE(WaitForTurn({0, 0, TimePoint::max()}, stop.get_token()));
}

}  // namespace
}  // namespace crossdock::hub

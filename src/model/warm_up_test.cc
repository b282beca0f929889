#include "model/warm_up.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/fake/fake_session.h"

namespace crossdock::model {
namespace {

using ::testing::ElementsAre;
using Times = std::vector<std::vector<std::pair<int, Nanos>>>;

Bucket Wide(int64_t width) {
  Bucket bucket;
  bucket.inputs.push_back(tensor::Shape{width});
  return bucket;
}

class WarmingAgain : public ::testing::Test {
 protected:
  /// Rows of the calls that a hot start makes on a model of two buckets, four and sixteen wide.
  std::vector<int64_t> Rows(bool compiles, int slots) {
    auto fake = engine::fake::IdentityModel(-1, Nanos{0}, Nanos{0});
    fake.compiles_for_shapes = compiles;
    fake.slots = slots;
    engine::fake::FakeSession session(std::move(fake), clock_);
    const Times times = {{{1, Nanos(100)}, {2, Nanos(150)}}, {{1, Nanos(300)}, {3, Nanos(900)}}};
    const auto tables = WarmAgain(session, {Wide(4), Wide(16)}, times, true, {});
    EXPECT_TRUE(tables) << tables.error().message;
    if (tables) {
      EXPECT_EQ((*tables)[0].Mean(2), Nanos(150));
      EXPECT_EQ((*tables)[1].Mean(3), Nanos(900));
    }
    std::vector<int64_t> rows;
    for (const auto& call : session.calls()) rows.push_back(call.rows);
    return rows;
  }
  RealClock clock_;
};

TEST_F(WarmingAgain, ARuntimeThatCompilesForShapesSeesEachOnEachSlot) {
  EXPECT_THAT(Rows(true, 1), ElementsAre(1, 2, 1, 3));
  EXPECT_THAT(Rows(true, 2), ElementsAre(1, 1, 2, 2, 1, 1, 3, 3));
}

TEST_F(WarmingAgain, AnotherSeesTheLargestAlone) { EXPECT_THAT(Rows(false, 2), ElementsAre(3, 3)); }

TEST_F(WarmingAgain, AStopEndsIt) {
  engine::fake::FakeSession session(engine::fake::IdentityModel(4, Nanos{0}, Nanos{0}), clock_);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(WarmAgain(session, {Wide(4)}, Times{{{1, Nanos(1)}}}, true, stop.get_token()).error().code,
            ErrorCode::kCancelled);
}

}  // namespace
}  // namespace crossdock::model

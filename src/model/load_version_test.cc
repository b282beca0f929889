#include "model/load_version.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "base/scratch_folder_test.h"
#include "engine/fake/fake_session.h"
#include "manifest/manifest.h"

namespace crossdock::model {
namespace {

using engine::fake::FakeModel;
using engine::fake::FakeSession;
using engine::fake::Flaw;
using engine::fake::IdentityModel;

class Loading : public ::testing::Test {
 protected:
  Result<std::unique_ptr<const Version>> Make(FakeModel fake) {
    found_.name = "m";
    found_.file = "m.fake";
    return MakeVersion(found_, std::make_unique<FakeSession>(std::move(fake), clock_), "fake", "1", [] {}, {});
  }
  static FakeModel Flawed(Flaw flaw) {
    auto fake = IdentityModel(4, Nanos{0}, Nanos{0});
    fake.flaw = flaw;
    return fake;
  }
  RealClock clock_;
  FoundVersion found_;
};

TEST_F(Loading, AnOpenFirstDimensionWithIndependentRowsIsABatch) {
  const auto version = Make(IdentityModel(4, Nanos{0}, Nanos{0}));
  ASSERT_TRUE(version) << version.error().message;
  EXPECT_EQ((*version)->max_batch(), 8);
  EXPECT_EQ((*version)->signature().inputs[0].batch, engine::BatchAxis::kFirst);
  ASSERT_EQ((*version)->buckets().size(), 1u);
  EXPECT_EQ((*version)->buckets()[0].inputs[0], (tensor::Shape{4}));
}

TEST_F(Loading, BatchabilityIsTriedNotAssumed) {
  for (const Flaw flaw : {Flaw::kMixesRows, Flaw::kFixedOutput, Flaw::kRefusesBatches}) {
    const auto version = Make(Flawed(flaw));
    ASSERT_TRUE(version) << version.error().message;
    EXPECT_EQ((*version)->max_batch(), 1) << static_cast<int>(flaw);
    EXPECT_FALSE((*version)->batch_note().empty());
    EXPECT_EQ((*version)->signature().inputs[0].batch, engine::BatchAxis::kNone);
  }
}

TEST_F(Loading, AFixedFirstDimensionIsServedUnbatchedWithTheReason) {
  auto fake = IdentityModel(4, Nanos{0}, Nanos{0});
  fake.inputs[0].shape = fake.outputs[0].shape = {1, 4};
  const auto version = Make(std::move(fake));
  ASSERT_TRUE(version) << version.error().message;
  EXPECT_EQ((*version)->max_batch(), 1);
  EXPECT_NE((*version)->batch_note().find("fixed at 1"), std::string::npos);
}

TEST_F(Loading, EveryBucketIsWarmedAndTimed) {
  found_.config.warm_shapes = {{4}, {16}};
  found_.config.batching.mode = "greedy";
  found_.config.batching.max_batch = 4;
  const auto version = Make(IdentityModel(-1, std::chrono::microseconds(500), Nanos{0}));
  ASSERT_TRUE(version) << version.error().message;
  ASSERT_EQ((*version)->latency().size(), 2u);
  for (const auto& table : (*version)->latency()) {
    EXPECT_EQ(table.points().size(), 4u);
    EXPECT_GE(table.Mean(1), std::chrono::microseconds(500));
  }
}

TEST_F(Loading, OnlyTheChosenSizesAreWarmed) {
  found_.config.batching.max_batch = 8;
  found_.config.batching.sizes = {2, 8};
  const auto version = Make(IdentityModel(4, Nanos{0}, Nanos{0}));
  ASSERT_TRUE(version) << version.error().message;
  ASSERT_EQ((*version)->latency().size(), 1u);
  std::vector<int> sizes;
  for (const auto& point : (*version)->latency()[0].points()) sizes.push_back(point.batch);
  EXPECT_EQ(sizes, (std::vector<int>{2, 8}));
}

TEST_F(Loading, TheWaitThatWasMeasuredIsTakenWhereNoneIsConfigured) {
  const ScratchFolder scratch;
  const std::filesystem::path& folder = scratch.path();
  manifest::Manifest manifest;
  manifest.best_wait_us = 3000;
  ASSERT_TRUE(manifest::WriteManifest(folder, manifest));
  const auto window_of = [&](int configured_us) {
    found_.name = "m";
    found_.file = folder / "model.fake";
    found_.config.batching.window_us = configured_us;
    const auto version = MakeVersion(
        found_, std::make_unique<FakeSession>(IdentityModel(4, Nanos{0}, Nanos{0}), clock_), "fake", "1", [] {}, {});
    return version ? (*version)->config().batching.window_us : -1;
  };
  EXPECT_EQ(window_of(0), 3000);
  EXPECT_EQ(window_of(500), 500);
  manifest.best_wait_us = 0;
  ASSERT_TRUE(manifest::WriteManifest(folder, manifest));
  EXPECT_EQ(window_of(0), 1) << "no wait, and not the default";
}

TEST_F(Loading, ABucketThatTheModelCannotRunIsRefusedWithItsShape) {
  auto fake = IdentityModel(-1, Nanos{0}, Nanos{0});
  fake.failures = {{0.5, engine::fake::FailKind::kError}};
  found_.config.warm_shapes = {{4, 4}};
  const auto version = Make(std::move(fake));
  ASSERT_FALSE(version);
  EXPECT_NE(version.error().message.find("[1,4,4]"), std::string::npos) << version.error().message;
}

TEST_F(Loading, AFileThatIsNoModelIsNamed) {
  found_.name = "ghost";
  found_.file = "nowhere/ghost.xyz";
  const auto version = LoadVersion(found_, [] {}, {});
  ASSERT_FALSE(version);
  EXPECT_NE(version.error().message.find("ghost.xyz"), std::string::npos);
}

}  // namespace
}  // namespace crossdock::model

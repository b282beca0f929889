#include "telemetry/registry.h"

#include <string>

#include <gtest/gtest.h>

namespace crossdock::telemetry {
namespace {

TEST(Registry, ReturnsTheSameSeriesForTheSameLabels) {
  Registry registry;
  auto& family = registry.AddCounter({.name = "requests", .help = "h", .label_names = {"model"}});
  family.With({"a"})->Add(2);
  family.With({"a"})->Add(3);
  EXPECT_EQ(family.With({"a"})->value(), 5u);
  EXPECT_EQ(&family, &registry.AddCounter({.name = "requests", .help = "h", .label_names = {"model"}}));
}

TEST(Registry, BoundsTheSeriesOfAFamily) {
  Registry registry;
  auto& family = registry.AddGauge({.name = "level", .help = "h", .label_names = {"who"}, .max_series = 3});
  for (int i = 0; i < 100; ++i) family.With({std::to_string(i)})->Add(1);
  const auto snapshot = registry.Take();
  ASSERT_EQ(snapshot.size(), 1u);
  ASSERT_EQ(snapshot[0].series.size(), 4u);
  EXPECT_EQ(snapshot[0].series[3].labels[0], "other");
  EXPECT_EQ(std::get<double>(snapshot[0].series[3].value), 97);
}

TEST(Registry, ForgetsAModelThatIsGoneWhileItsHoldersMayStillCount) {
  Registry registry;
  auto& family = registry.AddCounter({.name = "runs", .help = "h", .label_names = {"model", "code"}});
  auto& other = registry.AddCounter({.name = "bytes", .help = "h"});
  other.With({})->Add(1);
  const auto held = family.With({"gone", "ok"});
  family.With({"stays", "ok"})->Add(1);
  registry.Remove("model", "gone");
  held->Add(1);
  const auto snapshot = registry.Take();
  ASSERT_EQ(snapshot.size(), 2u);
  EXPECT_EQ(snapshot[0].series.size(), 1u);
  ASSERT_EQ(snapshot[1].series.size(), 1u);
  EXPECT_EQ(snapshot[1].series[0].labels[0], "stays");
}

TEST(Registry, RefreshesAskedForGaugesBeforeASnapshot) {
  Registry registry;
  const auto depth = registry.AddGauge({.name = "depth", .help = "h"}).With({});
  registry.BeforeSnapshot([depth] { depth->Set(7); });
  EXPECT_EQ(std::get<double>(registry.Take()[0].series[0].value), 7);
}

}  // namespace
}  // namespace crossdock::telemetry

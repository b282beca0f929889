#include "load/samples.h"

#include <gtest/gtest.h>

namespace crossdock::load {
namespace {

TEST(Samples, GiveQuantilesByNearestRank) {
  Samples samples;
  EXPECT_EQ(samples.Quantile(0.5), 0);
  for (int value = 20; value >= 1; --value) samples.Add(value);
  EXPECT_EQ(samples.Quantile(0.5), 10);
  EXPECT_EQ(samples.Quantile(0.95), 19);
  EXPECT_EQ(samples.Quantile(0.99), 20);
  EXPECT_EQ(samples.Quantile(1), 20);
}

}  // namespace
}  // namespace crossdock::load

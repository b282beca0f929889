#include "record/histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace crossdock::record {
namespace {

Histogram Of(std::span<const double> values) {
  Histogram histogram;
  for (const double value : values) histogram.Add(value);
  return histogram;
}

/// Values of all sizes, signs and kinds, edges of bins among them.
std::vector<double> Mixture(unsigned seed, size_t count) {
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<int> exponent(-1060, 1000);
  std::uniform_int_distribution<int> narrow(-8, 8);
  std::normal_distribution<double> normal;
  std::vector<double> values;
  for (size_t i = 0; i < count; ++i) {
    switch (i % 8) {
      case 0: values.push_back(std::ldexp(normal(random), seed % 3 == 0 ? exponent(random) : narrow(random))); break;
      case 1: values.push_back(std::ldexp(i % 16 < 8 ? 1.0 : -1.0, narrow(random))); break;
      case 2: values.push_back(i % 3 == 0 ? 0.0 : -0.0); break;
      case 3: values.push_back(std::numeric_limits<double>::quiet_NaN()); break;
      case 4: values.push_back(i % 16 < 8 ? HUGE_VAL : -HUGE_VAL); break;
      case 5: values.push_back(-std::numeric_limits<double>::denorm_min()); break;
      default: values.push_back(normal(random)); break;
    }
  }
  return values;
}

TEST(Histogram, IsTheSameInWhateverOrderTheValuesCome) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    std::vector<double> values = Mixture(seed, 400);
    const Histogram expected = Of(values);
    std::mt19937_64 random(seed);
    for (int turn = 0; turn < 5; ++turn) {
      std::shuffle(values.begin(), values.end(), random);
      EXPECT_TRUE(Of(values) == expected) << seed;
    }
    std::sort(values.begin(), values.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
    EXPECT_TRUE(Of(values) == expected) << seed;
  }
}

TEST(Histogram, MergesExactlyHoweverTheDataIsCutAndGrouped) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const std::vector<double> values = Mixture(seed, 600);
    const std::span<const double> all(values);
    const Histogram whole = Of(all);
    const Histogram a = Of(all.subspan(0, 7)), b = Of(all.subspan(7, 290)), c = Of(all.subspan(297));
    Histogram left = a;  // (a + b) + c
    left.Merge(b);
    left.Merge(c);
    Histogram right = b;  // a + (b + c)
    right.Merge(c);
    Histogram first = a;
    first.Merge(right);
    Histogram turned = c;  // c + b + a
    turned.Merge(b);
    turned.Merge(a);
    EXPECT_TRUE(left == whole) << seed;
    EXPECT_TRUE(first == whole) << seed;
    EXPECT_TRUE(turned == whole) << seed;
  }
}

TEST(Histogram, AnEmptyOneChangesNothing) {
  const Histogram some = Of(Mixture(3, 100));
  Histogram left;
  left.Merge(some);
  Histogram right = some;
  right.Merge(Histogram());
  EXPECT_TRUE(left == some);
  EXPECT_TRUE(right == some);
}

TEST(Histogram, NeverHoldsMoreThanItsBinsAndKeepsEveryCount) {
  Histogram histogram;
  std::mt19937_64 random(1);
  for (const double sigma : {0.01, 1.0, 30.0, 1e30}) {
    std::normal_distribution<double> normal(0, sigma);
    for (int i = 0; i < 20'000; ++i) histogram.Add(normal(random));
  }
  EXPECT_LE(histogram.above().size(), static_cast<size_t>(Histogram::kBinsPerSide));
  EXPECT_LE(histogram.below().size(), static_cast<size_t>(Histogram::kBinsPerSide));
  const auto sum = [](std::span<const uint64_t> bins) {
    return std::accumulate(bins.begin(), bins.end(), uint64_t{0});
  };
  EXPECT_EQ(sum(histogram.above()) + sum(histogram.below()), 80'000U);
  EXPECT_EQ(histogram.count(), 80'000U);
}

TEST(Histogram, PutsEachValueIntoTheBinWhoseEdgesHoldIt) {
  Histogram histogram = Of(std::vector<double>{4095.0, -4096.0, 1.0, 1.5, -1.0, -0.5, 0.0});
  ASSERT_EQ(histogram.exponent(), 0);
  EXPECT_EQ(histogram.above()[0], 1U);
  EXPECT_EQ(histogram.above()[1], 2U);
  EXPECT_EQ(histogram.above()[4095], 1U);
  EXPECT_EQ(histogram.below()[0], 2U);  // [-1, 0)
  EXPECT_EQ(histogram.below()[4095], 1U);
  histogram.Add(4096.0);
  EXPECT_EQ(histogram.exponent(), 1);
  EXPECT_EQ(histogram.bin_width(), 2.0);
}

TEST(Histogram, CountsWhatIsNoFiniteNumberApart) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Histogram histogram = Of(std::vector<double>{nan, HUGE_VAL, -HUGE_VAL, -HUGE_VAL, 0.0, -0.0, 3.0, -2.0});
  histogram.CountRequests(2);
  EXPECT_EQ(histogram.nans(), 1U);
  EXPECT_EQ(histogram.positive_infinities(), 1U);
  EXPECT_EQ(histogram.negative_infinities(), 2U);
  EXPECT_EQ(histogram.zeros(), 2U);
  EXPECT_EQ(histogram.count(), 4U);
  EXPECT_EQ(histogram.min(), -2.0);
  EXPECT_EQ(histogram.max(), 3.0);
  EXPECT_EQ(histogram.requests(), 2U);
}

TEST(Histogram, TakesTheLargestAndTheSmallestNumbers) {
  const double largest = std::numeric_limits<double>::max();
  Histogram histogram = Of(std::vector<double>{largest, -largest, std::numeric_limits<double>::denorm_min()});
  EXPECT_EQ(histogram.count(), 3U);
  EXPECT_EQ(histogram.max(), largest);
}

}  // namespace
}  // namespace crossdock::record

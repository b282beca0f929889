#include "telemetry/histogram.h"

#include <cmath>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace crossdock::telemetry {
namespace {

TEST(Histogram, CountsAValueThatEqualsABoundBelowIt) {
  Histogram histogram({1, 3});
  for (const double value : {1.0, 1.25, 2.0, 8.0}) histogram.Observe(value);
  const auto snapshot = histogram.Snapshot();
  for (size_t i = 0; i < snapshot.bounds.size(); ++i) {
    const double bound = snapshot.bounds[i];
    const bool expected = bound == 1 || bound == 1.25 || bound == 2 || bound == 8;
    EXPECT_EQ(snapshot.counts[i], expected ? 1u : 0u) << "bucket up to " << bound;
  }
}

TEST(Histogram, PutsEveryValueIntoTheBucketThatHoldsIt) {
  for (double value = 1e-7; value < 1e4; value *= 1.037) {
    Histogram histogram;
    histogram.Observe(value);
    const auto snapshot = histogram.Snapshot();
    size_t expected = 0;
    while (snapshot.bounds[expected] < value) ++expected;
    EXPECT_EQ(snapshot.counts[expected], 1u) << value;
  }
}

TEST(Histogram, TakesNegativeAndUndefinedValuesAsZero) {
  Histogram histogram;
  histogram.Observe(-1);
  histogram.Observe(std::nan(""));
  const auto snapshot = histogram.Snapshot();
  EXPECT_EQ(snapshot.counts[0], 2u);
  EXPECT_EQ(snapshot.sum, 0);
}

TEST(Histogram, QuantilesAreExactToAQuarterOctave) {
  Histogram histogram({1, 20});
  for (int i = 1; i <= 10'000; ++i) histogram.Observe(i);
  const auto snapshot = histogram.Snapshot();
  for (const double q : {0.1, 0.5, 0.9, 0.99}) EXPECT_NEAR(snapshot.Quantile(q), q * 10'000, q * 10'000 * 0.25) << q;
  EXPECT_EQ(HistogramSnapshot{}.Quantile(0.5), 0);
}

TEST(Histogram, LosesNothingWhenManyThreadsObserve) {
  Histogram histogram;
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 10'000; ++i) histogram.Observe(0.001, "request");
    });
  }
  threads.clear();
  const auto snapshot = histogram.Snapshot();
  EXPECT_EQ(snapshot.count, 40'000u);
  EXPECT_NEAR(snapshot.sum, 40, 1e-6);
}

TEST(Histogram, KeepsAnExemplarPerBucketAndCutsItsId) {
  Histogram histogram({1, 4});
  histogram.Observe(3, std::string(100, 'x'));
  const auto snapshot = histogram.Snapshot();
  int found = 0;
  for (const auto& exemplar : snapshot.exemplars) {
    if (!exemplar) continue;
    ++found;
    EXPECT_EQ(exemplar->request_id, std::string(64, 'x'));
    EXPECT_EQ(exemplar->value, 3);
  }
  EXPECT_EQ(found, 1);
}

TEST(Histogram, WiderBucketsHoldTheSameObservations) {
  Histogram histogram({1, 5});
  for (int i = 0; i < 100; ++i) histogram.Observe(i, "id");
  const auto wide = ByOctave(histogram.Snapshot());
  EXPECT_EQ(wide.bounds, (std::vector<double>{1, 2, 4, 8, 16, 32, INFINITY}));
  EXPECT_EQ(wide.counts, (std::vector<uint64_t>{2, 1, 2, 4, 8, 16, 67}));
}

}  // namespace
}  // namespace crossdock::telemetry

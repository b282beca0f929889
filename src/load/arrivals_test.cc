#include "load/arrivals.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace crossdock::load {
namespace {

std::vector<double> Take(Arrivals& arrivals, size_t count) {
  std::vector<double> seconds;
  while (seconds.size() < count) {
    const auto next = arrivals.Next();
    if (!next) break;
    seconds.push_back(std::chrono::duration<double>(*next).count());
  }
  return seconds;
}

struct Gaps {
  double mean = 0;
  double cv = 0;
};

Gaps GapsOf(const std::vector<double>& seconds) {
  const auto count = static_cast<double>(seconds.size() - 1);
  const double mean = (seconds.back() - seconds.front()) / count;
  double squares = 0;
  for (size_t i = 1; i < seconds.size(); ++i) squares += std::pow(seconds[i] - seconds[i - 1] - mean, 2);
  return {mean, std::sqrt(squares / count) / mean};
}

std::vector<double> Drawn(ArrivalKind kind, double cv, double rate, uint64_t seed, size_t count) {
  return Take(*DrawnArrivals(kind, cv, RateProfile(rate, {}), seed), count);
}

TEST(Arrivals, AreEquallySpacedWhenConstantAndBeginAtOnce) {
  const auto seconds = Drawn(ArrivalKind::kConstant, 1, 500, 1, 1000);
  for (size_t i = 0; i < seconds.size(); ++i) EXPECT_NEAR(seconds[i], static_cast<double>(i) / 500, 1e-8) << i;
}

TEST(Arrivals, OfAPoissonProcessHaveTheRateAndACoefficientOfVariationOfOne) {
  const Gaps gaps = GapsOf(Drawn(ArrivalKind::kPoisson, 1, 50, 3, 40'000));
  EXPECT_NEAR(gaps.mean, 1.0 / 50, 0.02 / 50);
  EXPECT_NEAR(gaps.cv, 1, 0.03);
}

TEST(Arrivals, OfAPoissonProcessAllAtOnceEndBeforeTheLength) {
  const auto moments = PoissonMoments(1000, std::chrono::seconds(10), 3);
  EXPECT_NEAR(static_cast<double>(moments.size()), 10'000, 400);
  EXPECT_TRUE(std::is_sorted(moments.begin(), moments.end()));
  EXPECT_LT(moments.back(), std::chrono::seconds(10));
}

TEST(Arrivals, OfAGammaProcessHaveTheRateAndTheChosenCoefficientOfVariation) {
  for (const double cv : {0.25, 0.5, 2.0}) {
    const Gaps gaps = GapsOf(Drawn(ArrivalKind::kGamma, cv, 200, 5, 40'000));
    EXPECT_NEAR(gaps.mean, 1.0 / 200, 0.04 / 200) << cv;
    EXPECT_NEAR(gaps.cv, cv, 0.05 * cv) << cv;
  }
}

TEST(Arrivals, AreTheSameForTheSameSeedAndOthersForAnother) {
  for (const ArrivalKind kind : {ArrivalKind::kPoisson, ArrivalKind::kGamma}) {
    EXPECT_EQ(Drawn(kind, 2, 10, 7, 100), Drawn(kind, 2, 10, 7, 100));
    EXPECT_NE(Drawn(kind, 2, 10, 7, 100), Drawn(kind, 2, 10, 8, 100));
  }
}

TEST(Arrivals, FollowTheStepsOfTheRate) {
  const auto arrivals = DrawnArrivals(ArrivalKind::kConstant, 1, RateProfile(10, {{2.05, 100}, {3.06, 0}, {4, 5}}), 1);
  const auto seconds = Take(*arrivals, 160);
  const auto between = [&](double from, double to) {
    return std::count_if(seconds.begin(), seconds.end(), [&](double at) { return at >= from && at < to; });
  };
  EXPECT_EQ(between(0, 2.05), 21);
  EXPECT_EQ(between(2.05, 3.06), 101) << "half a request had come due before the first step";
  EXPECT_EQ(between(3.06, 4), 0) << "the rate is 0 there";
  EXPECT_EQ(between(4, 8), 20);
}

TEST(Arrivals, EndWhenTheLastRateIsZero) {
  EXPECT_EQ(Take(*DrawnArrivals(ArrivalKind::kConstant, 1, RateProfile(10, {{1.05, 0}}), 1), 100).size(), 11u);
}

TEST(Arrivals, ReplayGivenMomentsFromTheirFirstOn) {
  EXPECT_EQ(Take(*ReplayedArrivals({100, 101, 101, 104}, 2), 9), (std::vector<double>{0, 0.5, 0.5, 2}));
}

}  // namespace
}  // namespace crossdock::load

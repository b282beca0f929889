#include "hub/driving/histograms.h"

#include <gtest/gtest.h>

namespace crossdock::hub {
namespace {

constexpr const char* kPage =
    "# TYPE crossdock_batch_rows histogram\n"
    "crossdock_batch_rows_bucket{model=\"rec\",le=\"1\"} 10\n"
    "crossdock_batch_rows_bucket{model=\"rec\",le=\"2\"} 14 # {request_id=\"a\"} 2 170.5\n"
    "crossdock_batch_rows_bucket{model=\"rec\",le=\"+Inf\"} 20\n"
    "crossdock_batch_rows_sum{model=\"rec\"} 42\n"
    "crossdock_batch_rows_count{model=\"rec\"} 20\n"
    "crossdock_requests_total{model=\"rec\"} 7\n"
    "crossdock_up 1\n";

TEST(Histograms, AreFoundAmongOtherMetrics) {
  const auto histograms = ParseHistograms(kPage);
  ASSERT_EQ(histograms.size(), 1u);
  EXPECT_EQ(histograms[0].name, "crossdock_batch_rows");
  EXPECT_EQ(histograms[0].labels, "model=\"rec\"");
  EXPECT_DOUBLE_EQ(histograms[0].Mean(), 2.1);
  EXPECT_DOUBLE_EQ(histograms[0].QuantileBound(0.5), 1);
  EXPECT_DOUBLE_EQ(histograms[0].QuantileBound(0.7), 2);
  EXPECT_DOUBLE_EQ(histograms[0].Quantile(0.25), 0.5);
  EXPECT_DOUBLE_EQ(histograms[0].Quantile(0.95), 2) << "the last bucket has no upper bound";
}

TEST(Histograms, CountWhatCameBetweenTwoPages) {
  auto before = ParseHistograms("h_bucket{le=\"1\"} 4\nh_bucket{le=\"+Inf\"} 5\nh_sum 6\nh_count 5\n");
  auto after =
      ParseHistograms("h_bucket{le=\"1\"} 5\nh_bucket{le=\"2\"} 9\nh_bucket{le=\"+Inf\"} 10\nh_sum 16\nh_count 10\n");
  const auto since = Since(before, after);
  ASSERT_EQ(since.size(), 1u);
  EXPECT_DOUBLE_EQ(since[0].count, 5);
  EXPECT_DOUBLE_EQ(since[0].Mean(), 2);
  EXPECT_DOUBLE_EQ(since[0].cumulative[0].second, 1);
  EXPECT_TRUE(Since(after, after).empty());
}

TEST(Histograms, PassOverBrokenLines) {
  EXPECT_TRUE(ParseHistograms("a_bucket{le=\"1\nx}{ 3\n\n{\nb_bucket{le=} 1").empty());
}

}  // namespace
}  // namespace crossdock::hub

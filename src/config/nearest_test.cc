#include "config/nearest.h"

#include <array>

#include <gtest/gtest.h>

namespace crossdock::config {
namespace {

const std::array<std::string, 4> kWords = {"recognizer", "detector", "max_batch", "tier"};

TEST(Nearest, FindsTheWordThatWasMeant) {
  EXPECT_EQ(Nearest("recogniser", kWords), "recognizer");
  EXPECT_EQ(Nearest("detectro", kWords), "detector");
  EXPECT_EQ(Nearest("max-batch", kWords), "max_batch");
  EXPECT_EQ(Nearest("Tier", kWords), "tier");
}

TEST(Nearest, FindsNothingInAStrangeWord) {
  EXPECT_EQ(Nearest("zebra", kWords), "");
  EXPECT_EQ(Nearest("", kWords), "");
  EXPECT_EQ(Nearest(std::string(1'000'000, 'a'), kWords), "");
}

TEST(EditDistance, CountsASwapOfNeighboursAsOneEdit) {
  EXPECT_EQ(EditDistance("ab", "ba"), 1);
  EXPECT_EQ(EditDistance("", "abc"), 3);
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3);
}

}  // namespace
}  // namespace crossdock::config

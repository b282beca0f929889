#include "fusion/config.h"

#include <gtest/gtest.h>

#include "config/config.h"

namespace crossdock::fusion {
namespace {

std::string FieldOf(std::string_view yaml) {
  const auto config = config::ParseYaml<CamerasConfig>(yaml, "test.yaml");
  return config ? "" : config.error().field;
}

TEST(CamerasConfig, DefaultsAreValid) { EXPECT_EQ(FieldOf(""), ""); }

TEST(CamerasConfig, APatternThatCannotBeReadIsRefused) { EXPECT_EQ(FieldOf("pattern: '[A-'"), "pattern"); }

TEST(CamerasConfig, BeliefsOutOfOrderAreRefused) {
  EXPECT_EQ(FieldOf("edge_belief: 0.99"), "edge_belief");
  EXPECT_EQ(FieldOf("accept: 0.99"), "middle_belief");
}

}  // namespace
}  // namespace crossdock::fusion

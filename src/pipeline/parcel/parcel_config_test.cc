#include "pipeline/parcel/parcel_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crossdock::pipeline {
namespace {

Status CheckFormat(const std::string& format) {
  ParcelConfig config;
  config.cameras.emplace();
  config.cameras->formats = {"Code 39", format};
  return config.Validate();
}

TEST(ParcelConfig, ASymbologyThatNoReplyNamesIsRefusedWithTheRightName) {
  EXPECT_TRUE(CheckFormat("Code 128"));
  EXPECT_EQ(CheckFormat("Runes").error().field, "cameras.formats");
  EXPECT_THAT(CheckFormat("Code128").error().message, ::testing::HasSubstr("\"Code 128\""));
}

}  // namespace
}  // namespace crossdock::pipeline

#include "model/inventory.h"

#include <gtest/gtest.h>

namespace crossdock::model {
namespace {

using Names = std::vector<std::string>;

TEST(ChangeDetector, TellsOfAChangeOnceAndOnlyWhenItHasComeToRest) {
  ChangeDetector detector(Inventory{{"a", "1"}, {"b", "1"}});
  EXPECT_EQ(detector.Look({{"a", "1"}, {"b", "2"}}), Names{});
  EXPECT_EQ(detector.Look({{"a", "1"}, {"b", "2"}}), Names{"b"});
  EXPECT_EQ(detector.Look({{"a", "1"}, {"b", "2"}}), Names{});
}

TEST(ChangeDetector, AHalfWrittenVersionIsNeverPickedUp) {
  ChangeDetector detector(Inventory{{"a", "1"}});
  for (int bytes = 0; bytes < 10; ++bytes)
    EXPECT_EQ(detector.Look({{"a", "1 and 2 of " + std::to_string(bytes) + " bytes"}}), Names{});
  EXPECT_EQ(detector.Look({{"a", "1 and 2 of 9 bytes"}}), Names{"a"});
}

TEST(ChangeDetector, TellsOfNewAndOfGoneModels) {
  ChangeDetector detector(Inventory{{"a", "1"}});
  detector.Look({{"b", "1"}});
  EXPECT_EQ(detector.Look({{"b", "1"}}), (Names{"a", "b"}));
  EXPECT_EQ(detector.Look({{"b", "1"}}), Names{});
}

TEST(ChangeDetector, WhatCameBackInBetweenHasNotChanged) {
  ChangeDetector detector(Inventory{{"a", "1"}});
  EXPECT_EQ(detector.Look({}), Names{});
  EXPECT_EQ(detector.Look({{"a", "1"}}), Names{});
  EXPECT_EQ(detector.Look({{"a", "1"}}), Names{});
}

TEST(Inventory, NamesRefusalsTooSoThatAMendedOneIsSeen) {
  Found found;
  found.refusals = {{"a", "no version"}};
  const Inventory before = InventoryOf(found);
  found.refusals[0].reason = "another key is wrong now";
  EXPECT_NE(InventoryOf(found), before);
}

}  // namespace
}  // namespace crossdock::model

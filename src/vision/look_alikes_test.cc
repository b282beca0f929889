#include "vision/look_alikes.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

namespace crossdock::vision {
namespace {
const std::vector<std::string> kLetters = {"",  "C", "F", "M", "R", "t",  "c", "o",  "O", "0",
                                           "2", "s", "e", "J", "j", "中", ",", "，", " "};

size_t Label(const std::string& letter) {
  return static_cast<size_t>(std::find(kLetters.begin(), kLetters.end(), letter) - kLetters.begin());
}

/// The text of letters that are sure, but for those at which `wavering` gives probabilities.
std::string Settled(const std::vector<std::string>& letters,
                    const std::map<size_t, std::map<std::string, float>>& wavering) {
  std::vector<std::vector<float>> steps;
  std::vector<Emission> emissions;
  for (size_t i = 0; i < letters.size(); ++i) {
    steps.emplace_back(kLetters.size(), 0.001f);
    steps[i][Label(letters[i])] = 0.99f;
    if (const auto here = wavering.find(i); here != wavering.end()) {
      for (const auto& [letter, probability] : here->second) steps[i][Label(letter)] = probability;
    }
  }
  emissions.reserve(letters.size());
  for (size_t i = 0; i < letters.size(); ++i) emissions.push_back({Label(letters[i]), steps[i]});
  SettleLookAlikes(emissions, LookAlikes(kLetters));
  std::string text;
  for (const Emission& emission : emissions) text += kLetters[emission.label];
  return text;
}

TEST(LookAlikes, AWaveringDigitAmongLettersBecomesTheLetter) {
  EXPECT_EQ(Settled({"C", "0", " ", "2"}, {{1, {{"0", 0.6f}, {"O", 0.3f}}}}), "CO 2");
  EXPECT_EQ(Settled({"0", "c", "t"}, {{0, {{"0", 0.6f}, {"O", 0.3f}}}}), "Oct");
}

TEST(LookAlikes, AWordOfSmallLettersDoesNotBeginWithAZeroHoweverSureTheNetIs) {
  EXPECT_EQ(Settled({"0", "c", "t", "e"}, {{0, {{"0", 0.95f}, {"O", 0.01f}}}}), "Octe");
  EXPECT_EQ(Settled({"2", " ", "0", "c", "t"}, {{2, {{"0", 0.5f}, {"O", 0.1f}}}}), "2 Oct");
  EXPECT_EQ(Settled({"0", "c", "t"}, {}), "0ct") << "an amount with its unit";
  EXPECT_EQ(Settled({"2", "0", "c", "t", "e"}, {{1, {{"0", 0.8f}, {"O", 0.1f}}}}), "20cte") << "no head of a word";
}

TEST(LookAlikes, AWaveringLetterAmongDigitsBecomesTheDigit) {
  EXPECT_EQ(Settled({"2", "o", "0"}, {{1, {{"o", 0.6f}, {"0", 0.3f}}}}), "200");
}

TEST(LookAlikes, ASmallLetterAmongCapitalsBecomesACapital) {
  EXPECT_EQ(Settled({"F", "R", "o", "M"}, {{2, {{"o", 0.7f}, {"O", 0.2f}}}}), "FROM");
}

TEST(LookAlikes, ACapitalThatStandsOtherwiseThanItsSmallLetterStaysBehindALostSpace) {
  EXPECT_EQ(Settled({"s", "J", "e"}, {{1, {{"J", 0.6f}, {"j", 0.3f}}}}), "sJe");
}

TEST(LookAlikes, AWideCommaInALineWithoutIdeographsIsAComma) {
  EXPECT_EQ(Settled({"R", "，", " ", "C"}, {}), "R, C");
  EXPECT_EQ(Settled({"中", "，", "C"}, {}), "中，C");
}

TEST(LookAlikes, WhatTheNetIsSureOfStays) {
  EXPECT_EQ(Settled({"C", "0"}, {}), "C0");
  EXPECT_EQ(Settled({"2", "o", "0"}, {{1, {{"o", 0.97f}, {"0", 0.01f}}}}), "2o0");
}

TEST(LookAlikes, WhereNeighboursDoNotDecideTheNetDoes) {
  EXPECT_EQ(Settled({"C", "o", " "}, {{1, {{"o", 0.5f}, {"O", 0.45f}}}}), "Co ");
  EXPECT_EQ(Settled({"2", "0", "c"}, {{1, {{"0", 0.5f}, {"O", 0.45f}}}}), "20c");
  EXPECT_EQ(Settled({"中", "0", "中"}, {{1, {{"0", 0.5f}, {"O", 0.45f}}}}), "中0中");
}

TEST(LookAlikes, AreThoseOfTheGroupThatTheDictionaryHas) {
  const LookAlikes alike(kLetters);
  const auto of_zero = alike.Of(Label("0"));
  EXPECT_EQ(std::vector<size_t>(of_zero.begin(), of_zero.end()), (std::vector<size_t>{Label("O"), Label("o")}));
  EXPECT_TRUE(alike.Of(Label("中")).empty());
  EXPECT_TRUE(alike.Of(Label("M")).empty());
}
}  // namespace
}  // namespace crossdock::vision

#include "fusion/vote.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crossdock::fusion {
namespace {

constexpr double kMiddle = 0.5;
constexpr double kEdge = 0.02;

View Sees(const std::string& text, double inside = kMiddle, double confidence = 0.99, const std::string& camera = "") {
  static int job = 0;
  View view{std::to_string(job++), 0, camera};
  if (!text.empty()) view.reads.push_back({text, "Code 128", confidence, inside});
  return view;
}

Vote Count(const std::vector<View>& views, int missing = 0) { return CountVotes(views, {}, missing); }

TEST(Vote, WhatTheCamerasAgreeOnIsRead) {
  const Vote vote = Count({Sees("A"), Sees("A"), Sees(""), Sees("")});
  ASSERT_EQ(vote.state, State::kRead);
  EXPECT_EQ(vote.candidates[0].text, "A");
  EXPECT_EQ(vote.candidates[0].cameras, 2);
  EXPECT_GT(vote.candidates[0].probability, 0.99);
}

TEST(Vote, OneSureReadInTheMiddleIsEnough) { EXPECT_EQ(Count({Sees("A"), Sees(""), Sees("")}).state, State::kRead); }

TEST(Vote, NothingReadIsNoRead) {
  EXPECT_EQ(Count({}).state, State::kNoRead);
  EXPECT_EQ(Count({Sees(""), Sees("")}).state, State::kNoRead);
}

TEST(Vote, AReadThatIsItselfDoubtfulIsNotBelieved) {
  const Vote vote = Count({Sees("A", kMiddle, 0.8)});
  EXPECT_EQ(vote.state, State::kNoRead);
  EXPECT_NEAR(vote.candidates.at(0).probability, 0.8 * 0.98, 1e-9);
}

TEST(Vote, DoubtfulReadsThatAgreeAreBelieved) {
  EXPECT_EQ(Count({Sees("A", kMiddle, 0.8), Sees("A", kMiddle, 0.8)}).state, State::kRead);
}

TEST(Vote, ANeighboursLabelAtTheEdgeOfOnePictureDoesNotWin) {
  const Vote vote = Count({Sees("A"), Sees("A"), Sees("A"), Sees("B", kEdge), Sees("")});
  ASSERT_EQ(vote.state, State::kRead);
  EXPECT_EQ(vote.candidates[0].text, "A");
  EXPECT_EQ(vote.candidates[1].text, "B");
}

TEST(Vote, ANeighbourInTheMiddleOfOnePictureIsOutvotedByTwo) {
  EXPECT_EQ(Count({Sees("A"), Sees("A"), Sees("B")}).state, State::kRead);
}

TEST(Vote, TwoLabelsThatAreSeenEquallyWellAreAConflict) {
  const Vote vote = Count({Sees("A"), Sees("B")});
  EXPECT_EQ(vote.state, State::kConflict);
  EXPECT_NEAR(vote.candidates[0].probability, vote.candidates[1].probability, 1e-9);
}

TEST(Vote, ANeighboursLabelAloneIsNotTakenForTheParcels) {
  EXPECT_EQ(Count({Sees("B", kEdge), Sees(""), Sees("")}).state, State::kNoRead);
}

TEST(Vote, TwoCodesInOnePictureAreWeighedByTheirPlace) {
  View both = Sees("A");
  both.reads.push_back({"B", "Code 128", 0.99, 0.01});
  EXPECT_EQ(Count({both}).state, State::kRead);
  EXPECT_EQ(Count({both}).candidates[0].text, "A");
}

TEST(Vote, PicturesOfOneCameraHaveOneVoice) {
  const Vote vote = Count({Sees("A", kMiddle, 0.8, "top"), Sees("A", kMiddle, 0.8, "top")});
  EXPECT_EQ(vote.state, State::kNoRead);
  EXPECT_EQ(vote.candidates.at(0).cameras, 1);
}

TEST(Vote, OneTextInTwoSymbologiesIsNoConflict) {
  View both = Sees("A");
  both.reads.push_back({"A", "QR Code", 0.999, kMiddle});
  const Vote vote = Count({both});
  EXPECT_EQ(vote.state, State::kRead);
  EXPECT_EQ(vote.candidates.size(), 1U);
  EXPECT_EQ(vote.candidates[0].supports[0].format, "QR Code");  // the surer of the two
}

TEST(Vote, ProbabilitiesOfAllTextsAndOfNoneAddUpToOne) {
  const Vote vote = Count({Sees("A", kMiddle, 0.7), Sees("B", 0.1, 0.6), Sees("C", kEdge, 0.9)});
  double all = 0;
  double odds = 0;
  for (const Candidate& candidate : vote.candidates) all += candidate.probability;
  const std::vector<std::pair<double, double>> seen = {{0.7, kMiddle}, {0.6, 0.1}, {0.9, kEdge}};
  for (const auto& [confidence, inside] : seen) {
    const double says = confidence * Belief(inside, {});
    odds += says / (1 - says);
  }
  EXPECT_NEAR(all + 1 / (1 + odds), 1, 1e-12);
}

TEST(Vote, AReadIsSettledOnlyWhenTheMissingPicturesCannotChangeIt) {
  const std::vector<View> three = {Sees("A"), Sees("A"), Sees("A")};
  EXPECT_TRUE(Count(three, 0).settled);
  EXPECT_TRUE(Count(three, 1).settled);
  EXPECT_FALSE(Count(three, 2).settled);
  EXPECT_FALSE(Count(three, -1).settled);  // how many are missing is not known
  EXPECT_FALSE(Count({Sees("A"), Sees("B")}, 1).settled);
  EXPECT_FALSE(Count({}, 1).settled);
}

TEST(Vote, WhatIsSettledStandsWhateverTheMissingPicturesShow) {
  std::vector<View> views = {Sees("A"), Sees("A"), Sees("A"), Sees("B", kEdge)};
  for (int missing = 0; missing < 4; ++missing) {
    std::vector<View> worst = views;
    for (int i = 0; i < missing; ++i) worst.push_back(Sees("B", kMiddle, 1.0));
    const bool stands = Count(worst).state == State::kRead && Count(worst).candidates[0].text == "A";
    EXPECT_EQ(Count(views, missing).settled, stands) << missing;
  }
}

TEST(Vote, ManySureCamerasDoNotOverflow) {
  std::vector<View> views;
  for (int i = 0; i < 64; ++i) views.push_back(Sees(i % 2 == 0 ? "A" : "B", kMiddle, 1.0));
  const Vote vote = CountVotes(views, {.middle_belief = 0.999'999}, 0);
  EXPECT_EQ(vote.state, State::kConflict);
  EXPECT_NEAR(vote.candidates[0].probability, 0.5, 1e-6);
}

TEST(Vote, BeliefGrowsFromTheEdgeInwards) {
  const VoteRules rules;
  EXPECT_DOUBLE_EQ(Belief(0, rules), rules.edge_belief);
  EXPECT_DOUBLE_EQ(Belief(rules.edge_zone, rules), rules.middle_belief);
  EXPECT_DOUBLE_EQ(Belief(0.5, rules), rules.middle_belief);
  EXPECT_DOUBLE_EQ(Belief(0, {.edge_zone = 0}), rules.middle_belief);
}

}  // namespace
}  // namespace crossdock::fusion

#pragma once

#include <span>
#include <vector>

#include "fusion/verdict.h"

namespace crossdock::fusion {

struct VoteRules {
  double accept = 0.95;
  double middle_belief = 0.98;
  double edge_belief = 0.25;
  double edge_zone = 0.15;
};

/// Probability that a code is on this parcel and not on its neighbour, by where a picture shows it.
/// inside  as Read::inside
double Belief(double inside, const VoteRules& rules);

struct Vote {
  State state = State::kNoRead;
  std::vector<Candidate> candidates;  // the most probable first, at most kMostCandidates
  bool settled = false;               // the missing pictures cannot change it
};
inline constexpr size_t kMostCandidates = 16;

/// Which of the texts that were read is the parcel's.
///
/// A camera speaks for a text by its surest read of it: s = confidence · belief, the probability that the text is right and the code on
/// this parcel. Cameras are independent evidence, so a text is the parcel's with S = 1 − Π(1 − s). That exactly one of the texts is, or
/// none, weighs them against each other: with the odds o = S / (1 − S), P(text) = o / (1 + Σ o) and P(none) = 1 / (1 + Σ o) (Bayes'
/// rule over exclusive hypotheses; the common factor Π(1 − S) falls out).
///
///   kRead      the best P(text) ≥ accept
///   kConflict  otherwise, if some text is the parcel's with at least `accept`: P(none) ≤ 1 − accept
///   kNoRead    otherwise
///
/// A read is settled when it would stand if every missing picture showed the strongest other text, in its middle and beyond doubt. The
/// others never are: the next picture may decide.
///
/// missing  pictures that may still come; negative: not known
Vote CountVotes(std::span<const View> views, const VoteRules& rules, int missing);

}  // namespace crossdock::fusion

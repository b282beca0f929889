#include "fusion/vote.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>

namespace crossdock::fusion {
namespace {

/// What speaks against a text: the product of all cameras' doubts. Never zero, so that odds stay finite.
constexpr double kLeastDoubt = 1e-200;

struct Tally {
  Candidate candidate;
  double doubt = 1;
};

double Odds(double doubt) { return (1 - doubt) / doubt; }

/// Pictures of one camera speak with one voice; who is not named speaks for itself.
std::vector<int> Voices(std::span<const View> views) {
  std::vector<int> voices(views.size());
  std::map<std::string_view, int> named;
  for (size_t i = 0; i < views.size(); ++i) {
    const int own = static_cast<int>(i);
    voices[i] = views[i].camera.empty() ? own : named.emplace(views[i].camera, own).first->second;
  }
  return voices;
}

struct Voice {
  double says = 0;
  Support support;
};

std::vector<Tally> CountTexts(std::span<const View> views, const VoteRules& rules) {
  const std::vector<int> voices = Voices(views);
  std::map<std::string_view, std::map<int, Voice>> texts;
  for (size_t i = 0; i < views.size(); ++i) {
    for (const Read& read : views[i].reads) {
      const double belief = Belief(read.inside, rules);
      const double says = std::clamp(read.confidence, 0.0, 1.0) * belief;
      Voice& voice = texts[read.text][voices[i]];
      if (says > voice.says || voice.support.format.empty())
        voice = {says, {static_cast<int>(i), read.format, read.confidence, belief}};
    }
  }
  std::vector<Tally> tallies;
  for (auto& [text, by_camera] : texts) {
    Tally tally;
    tally.candidate.text = text;
    tally.candidate.cameras = static_cast<int>(by_camera.size());
    for (auto& [camera, voice] : by_camera) {
      tally.doubt = std::max(kLeastDoubt, tally.doubt * (1 - voice.says));
      tally.candidate.supports.push_back(std::move(voice.support));
    }
    tallies.push_back(std::move(tally));
  }
  std::stable_sort(tallies.begin(), tallies.end(), [](const Tally& a, const Tally& b) { return a.doubt < b.doubt; });
  return tallies;
}

bool IsSettled(const std::vector<Tally>& tallies, double all_odds, const VoteRules& rules, int missing) {
  if (missing < 0) return false;
  const double rival = tallies.size() > 1 ? tallies[1].doubt : 1;
  const double worst = std::max(kLeastDoubt, rival * std::pow(1 - rules.middle_belief, missing));
  const double best = Odds(tallies.front().doubt);
  return best / (1 + all_odds - Odds(rival) + Odds(worst)) >= rules.accept;
}

}  // namespace

double Belief(double inside, const VoteRules& rules) {
  const double part = rules.edge_zone > 0 ? std::clamp(inside / rules.edge_zone, 0.0, 1.0) : 1.0;
  return rules.edge_belief + (rules.middle_belief - rules.edge_belief) * part;
}

Vote CountVotes(std::span<const View> views, const VoteRules& rules, int missing) {
  Vote vote;
  std::vector<Tally> tallies = CountTexts(views, rules);
  if (tallies.empty()) return vote;
  double all_odds = 0;
  for (const Tally& tally : tallies) all_odds += Odds(tally.doubt);
  const double best = Odds(tallies.front().doubt) / (1 + all_odds);
  if (best >= rules.accept) {
    vote.state = State::kRead;
    vote.settled = IsSettled(tallies, all_odds, rules, missing);
  } else if (all_odds / (1 + all_odds) >= rules.accept) {
    vote.state = State::kConflict;
  }
  for (Tally& tally : tallies) {
    if (vote.candidates.size() == kMostCandidates) break;
    tally.candidate.probability = Odds(tally.doubt) / (1 + all_odds);
    vote.candidates.push_back(std::move(tally.candidate));
  }
  return vote;
}

}  // namespace crossdock::fusion

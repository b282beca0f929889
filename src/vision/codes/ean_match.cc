#include "vision/codes/ean_match.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "vision/codes/digit_templates.h"
#include "vision/codes/ean_guards.h"

namespace crossdock::vision::codes {
namespace {

constexpr size_t kGrids = 6;
constexpr int kMostDigits = 12;
constexpr size_t kFirstBlur = 1;
constexpr double kHopeless = 0.75;  // mean correlation

/// Correlation of every pattern with what is seen at one digit's place: [set G or not][digit].
struct DigitScores {
  std::array<PerDigit, 2> of{};
  float best = -1;
};

/// What is seen from half a module before module `begin` to half a module after module `end`.
DigitView See(const EanLayout& layout, const ModuleGrid& grid, std::span<const float> row, double begin, double end) {
  DigitView seen{};
  const double half = (end - begin) / 14;
  const double from = grid.At(begin - half, layout.modules);
  const double step = (grid.At(end + half, layout.modules) - from) / kDigitSamples;
  for (int i = 0; i < kDigitSamples; ++i) seen[static_cast<size_t>(i)] = SampleAt(row, from + (i + 0.5) * step);
  if (!Normalize(seen)) seen.fill(0);
  return seen;
}

DigitScores ScoreDigit(const DigitView& seen, size_t blur, bool right) {
  DigitScores scores;
  scores.of[0] = Correlate(seen, TemplatesOf(blur, right ? DigitSet::kR : DigitSet::kL));
  if (!right) scores.of[1] = Correlate(seen, TemplatesOf(blur, DigitSet::kG));
  for (const auto& of : scores.of) scores.best = std::max(scores.best, *std::max_element(of.begin(), of.end()));
  return scores;
}

double SumOfBest(std::span<const DigitScores> scores) {
  double sum = 0;
  for (const auto& s : scores) sum += static_cast<double>(s.best);
  return sum;
}

/// Finds where the digits of one half begin and end: the path through displacements against the grid, in steps of kStep modules, along
/// which the sum of the best correlations is greatest (Viterbi). A digit may be kStretch steps wider or narrower than the grid says.
std::vector<DigitScores> Follow(const EanLayout& layout, const ModuleGrid& grid, std::span<const float> row,
                                std::span<const int> places, size_t blur, bool right) {
  constexpr double kStep = 1.0 / 3;
  constexpr int kReach = 5;  // steps to either side
  constexpr int kStates = 2 * kReach + 1;
  constexpr int kStretch = 2;
  constexpr float kStretchCost = 0.004f;  // correlation per step
  struct Node {
    float sum = -1e9f;
    int from = 0;
    DigitScores scores;
  };
  std::vector<std::array<Node, kStates>> paths(places.size() + 1);
  for (int start = -1; start <= 1; ++start) paths[0][static_cast<size_t>(kReach + start)].sum = 0;
  for (size_t digit = 0; digit < places.size(); ++digit) {
    for (int from = 0; from < kStates; ++from) {
      const float before = paths[digit][static_cast<size_t>(from)].sum;
      if (before < -1e8f) continue;
      for (int to = std::max(0, from - kStretch); to <= std::min(kStates - 1, from + kStretch); ++to) {
        const auto seen =
            See(layout, grid, row, places[digit] + kStep * (from - kReach), places[digit] + 7 + kStep * (to - kReach));
        const auto scores = ScoreDigit(seen, blur, right);
        Node& node = paths[digit + 1][static_cast<size_t>(to)];
        const float sum = before + scores.best - kStretchCost * static_cast<float>(std::abs(to - from));
        if (sum > node.sum) node = {sum, from, scores};
      }
    }
  }
  const auto& last = paths.back();
  auto at = static_cast<size_t>(
      std::max_element(last.begin(), last.end(), [](const Node& a, const Node& b) { return a.sum < b.sum; }) -
      last.begin());
  std::vector<DigitScores> all(places.size());
  for (size_t digit = places.size(); digit > 0; --digit) {
    all[digit - 1] = paths[digit][at].scores;
    at = static_cast<size_t>(paths[digit][at].from);
  }
  return all;
}

/// Empty if the left digits fit so badly that the rest is not worth looking at.
std::vector<DigitScores> ScoreDigits(const EanLayout& layout, const ModuleGrid& grid, std::span<const float> row,
                                     size_t blur) {
  auto all = Follow(layout, grid, row, layout.left, blur, false);
  if (SumOfBest(all) < kHopeless * static_cast<double>(all.size())) return {};
  const auto right = Follow(layout, grid, row, layout.right, blur, true);
  all.insert(all.end(), right.begin(), right.end());
  return all;
}

/// The best and the next best number whose check digit fits, under one parity after the other. Numbers that differ from the best
/// pattern at each place in more than two places are not looked at.
class NumberChoice {
 public:
  NumberChoice(const EanLayout& layout, std::span<const DigitScores> scores) : layout_(layout), scores_(scores) {
    for (const Parity& parity : layout.parities) Try(parity);
  }
  const std::string& text() const { return text_; }
  double score() const { return best_ / layout_.digits(); }
  double margin() const { return (best_ - next_) / layout_.digits(); }

 private:
  struct Ranked {
    std::array<int, 3> digit{};
    std::array<float, 3> score{};
  };

  const PerDigit& At(const Parity& parity, size_t i) const {
    const size_t lefts = layout_.left.size();
    const bool g = i < lefts && ((parity.sets >> (lefts - 1 - i)) & 1u);
    return scores_[i].of[g ? 1 : 0];
  }

  static Ranked Rank(const PerDigit& scores) {
    std::array<int, 10> order{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    std::partial_sort(order.begin(), order.begin() + 3, order.end(),
                      [&](int a, int b) { return scores[static_cast<size_t>(a)] > scores[static_cast<size_t>(b)]; });
    Ranked ranked;
    for (size_t i = 0; i < 3; ++i) {
      ranked.digit[i] = order[i];
      ranked.score[i] = scores[static_cast<size_t>(order[i])];
    }
    return ranked;
  }

  void Try(const Parity& parity) {
    const size_t n = scores_.size();
    std::array<Ranked, kMostDigits> ranked{};
    std::array<int, kMostDigits> digits{};
    double sum = 0;
    for (size_t i = 0; i < n; ++i) {
      ranked[i] = Rank(At(parity, i));
      digits[i] = ranked[i].digit[0];
      sum += static_cast<double>(ranked[i].score[0]);
    }
    const std::span<const int> number(digits.data(), n);
    Offer(parity, number, sum);
    for (size_t i = 0; i < n; ++i) {
      for (size_t a = 1; a < 3; ++a) {
        digits[i] = ranked[i].digit[a];
        const double one = sum - static_cast<double>(ranked[i].score[0] - ranked[i].score[a]);
        Offer(parity, number, one);
        for (size_t j = i + 1; j < n; ++j) {
          for (size_t b = 1; b < 3; ++b) {
            digits[j] = ranked[j].digit[b];
            Offer(parity, number, one - static_cast<double>(ranked[j].score[0] - ranked[j].score[b]));
          }
          digits[j] = ranked[j].digit[0];
        }
      }
      digits[i] = ranked[i].digit[0];
    }
  }

  void Offer(const Parity& parity, std::span<const int> digits, double score) {
    if (score <= next_) return;
    std::string text = layout_.Text(parity, digits);
    if (text.empty() || text == text_) return;
    if (score > best_) {
      next_ = best_;
      best_ = score;
      text_ = std::move(text);
    } else {
      next_ = score;
    }
  }

  const EanLayout& layout_;
  std::span<const DigitScores> scores_;
  std::string text_;
  double best_ = -kMostDigits;
  double next_ = -kMostDigits;
};

}  // namespace

std::optional<EanMatch> MatchEan(const EanLayout& layout, std::span<const float> row) {
  if (row.size() < static_cast<size_t>(layout.modules)) return std::nullopt;
  std::vector<DigitScores> best;
  ModuleGrid where;
  const auto take = [&](const ModuleGrid& grid, size_t blur) {
    auto scores = ScoreDigits(layout, grid, row, blur);
    if (scores.empty() || (!best.empty() && SumOfBest(scores) <= SumOfBest(best))) return;
    best = std::move(scores);
    where = grid;
  };
  for (const ModuleGrid& grid : FitGuards(layout, row, kGrids)) take(grid, kFirstBlur);
  if (best.empty()) return std::nullopt;
  for (size_t blur = 0; blur < kBlurModules.size(); ++blur) {
    if (blur != kFirstBlur) take(where, blur);
  }
  const NumberChoice choice(layout, best);
  if (choice.text().empty()) return std::nullopt;
  return EanMatch{choice.text(),
                  choice.score(),
                  where.score,
                  choice.margin(),
                  where.At(0, layout.modules),
                  where.At(layout.modules, layout.modules)};
}

}  // namespace crossdock::vision::codes

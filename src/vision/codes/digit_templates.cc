#include "vision/codes/digit_templates.h"

#include <cmath>
#include <vector>

namespace crossdock::vision::codes {
namespace {

/// The digit with two modules on either side. Digits of sets L and G begin light and end dark, those of R the other way round, so the
/// neighbours' nearest modules are known.
std::array<int, 11> Modules(DigitSet set, int digit) {
  const int before = set == DigitSet::kR ? 0 : 1;
  std::array<int, 11> modules{};
  modules[0] = modules[1] = before;
  modules[9] = modules[10] = 1 - before;
  const unsigned bits = DigitBits(set, digit);
  for (size_t i = 0; i < 7; ++i) modules[i + 2] = static_cast<int>((bits >> (6 - i)) & 1u);
  return modules;
}

/// A light step edge at 0 after the blur.
double Step(double x, double sigma) { return 0.5 * (1 + std::erf(x / (sigma * std::sqrt(2.0)))); }

DigitView Make(double sigma, DigitSet set, int digit) {
  const auto modules = Modules(set, digit);
  DigitView values{};
  for (int i = 0; i < kDigitSamples; ++i) {
    // In modules from the beginning of `modules`; the digit starts at 2, the template half a module before.
    const double x = 1.5 + (i + 0.5) / kSamplesPerModule;
    double light = modules[0] ? 0 : 1;
    for (size_t m = 1; m < modules.size(); ++m) {
      const int change = modules[m - 1] - modules[m];
      if (change != 0) light += change * Step(x - static_cast<double>(m), sigma);
    }
    values[static_cast<size_t>(i)] = static_cast<float>(light);
  }
  Normalize(values);
  return values;
}

std::vector<DigitTemplates> MakeAll() {
  std::vector<DigitTemplates> all;
  for (double sigma : kBlurModules) {
    for (auto set : {DigitSet::kL, DigitSet::kG, DigitSet::kR}) {
      DigitTemplates templates{};
      for (int digit = 0; digit < 10; ++digit) {
        const DigitView values = Make(sigma, set, digit);
        for (size_t i = 0; i < values.size(); ++i) templates[i][static_cast<size_t>(digit)] = values[i];
      }
      all.push_back(templates);
    }
  }
  return all;
}

}  // namespace

const DigitTemplates& TemplatesOf(size_t blur, DigitSet set) {
  static const std::vector<DigitTemplates> all = MakeAll();
  return all[blur * 3 + static_cast<size_t>(set)];
}

PerDigit Correlate(const DigitView& seen, const DigitTemplates& templates) {
  PerDigit sums{};
  for (size_t i = 0; i < seen.size(); ++i) {
    for (size_t d = 0; d < sums.size(); ++d) sums[d] += seen[i] * templates[i][d];
  }
  return sums;
}

bool Normalize(std::span<float> values) {
  float mean = 0;
  for (float v : values) mean += v;
  mean /= static_cast<float>(values.size());
  float square = 0;
  for (float& v : values) {
    v -= mean;
    square += v * v;
  }
  if (square < 1e-6f) return false;
  const float scale = 1 / std::sqrt(square);
  for (float& v : values) v *= scale;
  return true;
}

}  // namespace crossdock::vision::codes

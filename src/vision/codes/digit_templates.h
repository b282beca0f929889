#pragma once

#include <array>
#include <span>

#include "vision/codes/ean_layout.h"

namespace crossdock::vision::codes {

/// Samples taken of each module when a row is compared with a pattern.
inline constexpr int kSamplesPerModule = 3;
/// A digit is compared with half a module more on either side, whose brightness is known too.
inline constexpr int kDigitSamples = 8 * kSamplesPerModule;

/// Brightness along a digit, with zero mean and unit length.
using DigitView = std::array<float, kDigitSamples>;

/// One number for each digit; two places are unused, so that rows fill vector registers.
using PerDigit = std::array<float, 12>;

/// All ten digits of a set as a camera of some blur sees them, each with zero mean and unit length: [sample][digit].
using DigitTemplates = std::array<PerDigit, kDigitSamples>;

/// Widths of the blur that templates are made for: standard deviations of a Gaussian, in modules.
inline constexpr std::array kBlurModules = {0.35, 0.6, 0.85};

/// `blur` is an index into kBlurModules.
const DigitTemplates& TemplatesOf(size_t blur, DigitSet set);

/// Correlation of what is seen with each digit, -1..1.
PerDigit Correlate(const DigitView& seen, const DigitTemplates& templates);

/// Takes the mean out and scales to unit length; false if the values do not vary.
bool Normalize(std::span<float> values);

}  // namespace crossdock::vision::codes

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "vision/image.h"

namespace crossdock::vision::codes {

/// A picture of the sample set and what stands in it.
struct Sample {
  std::string name;    ///< "ean13-2/28"
  std::string family;  ///< "ean13-2"
  std::filesystem::path picture;
  bool has_truth = false;
  std::string truth;

  bool code_free() const { return family.starts_with("falsepositives"); }
  /// The number in the picture's name is even; names without one count as even.
  bool even_half() const;
};

/// Every picture below `folder`, with the text of the .txt beside it, in order of name.
std::vector<Sample> ListSamples(const std::filesystem::path& folder);

/// Decoded at full size, in grey as for a parcel whose text is not wanted, or as stored; an empty picture if it cannot be read.
Image LoadPicture(const std::filesystem::path& path, bool grey = false);

/// What texts are compared on: letters and digits.
std::string LettersAndDigits(const std::string& text);

/// Samples whose .txt contradicts the digits printed below the bars: what is printed, or "" for all others.
std::string PrintedInstead(const Sample& sample);

}  // namespace crossdock::vision::codes

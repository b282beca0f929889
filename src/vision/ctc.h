#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tensor/tensor.h"
#include "vision/image.h"
#include "vision/look_alikes.h"

namespace crossdock::vision {

/// The letters of a recognizer, by class. Copies share the letters.
class Dictionary {
 public:
  /// From the model's metadata (key `character`): one letter a line. Class 0 is CTC's blank, which the text does not hold, and the class
  /// behind the last line is the space.
  /// errors  kInvalidArgument at "character": empty
  static Result<Dictionary> Parse(std::string_view lines);

  /// Number of classes: blank, letters, space.
  size_t size() const { return letters_->size(); }
  std::string_view operator[](size_t label) const { return (*letters_)[label]; }
  const LookAlikes& look_alikes() const { return *look_alikes_; }

 private:
  explicit Dictionary(std::vector<std::string> letters)
      : letters_(std::make_shared<const std::vector<std::string>>(std::move(letters))),
        look_alikes_(std::make_shared<const LookAlikes>(*letters_)) {}
  std::shared_ptr<const std::vector<std::string>> letters_;
  std::shared_ptr<const LookAlikes> look_alikes_;
};

struct Reading {
  std::string text;      // UTF-8
  float confidence = 0;  // mean probability of the letters; 0 for no text
  float least = 0;       // probability of the least likely letter; 0 for no text
  int unread = 0;        // pieces of ink as large as letters where none was read
};

/// Greedy CTC: the best class of each step, repeats joined, blanks dropped; then letters between which the net wavers are settled by their
/// neighbours, and those of which only the size tells, by how tall they stand in the line. `steps` is one line's FP32 [T, classes] (or
/// [1, T, classes]) of probabilities, `line` what the net was shown, at the left of `width` columns (squeezed into them if it is wider).
/// Source: Graves et al. 2006, section 3.2.
/// errors  kInternal: as many classes as the dictionary has are expected
Result<Reading> DecodeCtc(const tensor::TensorView& steps, const Dictionary& dictionary, const Image& line, int width);

/// Whether some letter was less likely than all others together, or one may have been left out: a second look at the line, cut out
/// otherwise, may do better.
bool Wavers(const Reading& reading);

/// Of two readings of the same pixels the one that leaves less ink unread, else the one whose weakest letter is more likely.
Reading Surer(Reading first, Reading second);

/// The pieces of one line put together again; the confidence is the mean over the letters.
Reading Joined(std::span<const Reading> pieces);

}  // namespace crossdock::vision

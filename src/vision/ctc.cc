#include "vision/ctc.h"

#include <algorithm>
#include <utility>

#include "vision/letter_sizes.h"
#include "vision/line_ink.h"

namespace crossdock::vision {
namespace {
constexpr float kReach = 8;  // pixels: less than half a letter and the gap beside it

size_t CountLetters(std::string_view utf8) {
  return static_cast<size_t>(
      std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

int CountUnread(std::span<const Emission> letters, const LineInk& ink, int height, const LookAlikes& alike) {
  std::vector<LineInk::Covered> covered;
  for (const Emission& letter : letters) {
    const bool square = alike.IsIdeograph(letter.label);  // and made of several pieces
    covered.push_back({letter.x, square ? static_cast<float>(height) / 2 : kReach});
  }
  return ink.CountUnread(covered);
}
}  // namespace

Result<Dictionary> Dictionary::Parse(std::string_view lines) {
  if (lines.empty()) return InvalidArgument("character", "the recognizer's dictionary is empty");
  std::vector<std::string> letters{""};
  for (size_t at = 0; at < lines.size();) {
    const size_t end = std::min(lines.find('\n', at), lines.size());
    std::string_view letter = lines.substr(at, end - at);
    if (letter.ends_with('\r')) letter.remove_suffix(1);
    letters.emplace_back(letter);
    at = end + 1;
  }
  letters.emplace_back(" ");
  return Dictionary(std::move(letters));
}

Result<Reading> DecodeCtc(const tensor::TensorView& steps, const Dictionary& dictionary, const Image& line, int width) {
  const size_t classes = dictionary.size();
  const auto values = steps.as<float>();
  if (steps.dtype != tensor::DType::kF32 || steps.shape.empty() ||
      steps.shape.back() != static_cast<int64_t>(classes) || values.size() % classes != 0) {
    return Error{ErrorCode::kInternal, "the recognizer answers " + tensor::ToString(steps.shape) +
                                           ", its dictionary has " + std::to_string(classes) + " classes"};
  }
  const auto shown = static_cast<float>(std::max(line.width(), width));
  const float pixels_per_step = shown * static_cast<float>(classes) / static_cast<float>(values.size());
  std::vector<Emission> letters;
  size_t previous = 0;
  for (size_t at = 0; at < values.size(); at += classes) {
    const auto step = values.subspan(at, classes);
    const auto label = static_cast<size_t>(std::max_element(step.begin(), step.end()) - step.begin());
    if (label != 0 && label != previous) {
      const float x = (static_cast<float>(at / classes) + 0.5f) * pixels_per_step;
      letters.push_back({label, step, x, step[label]});
    }
    previous = label;
  }
  SettleLookAlikes(letters, dictionary.look_alikes());
  const LineInk ink(line);
  SettleSizes(letters, ink, dictionary.look_alikes());
  Reading reading;
  reading.unread = CountUnread(letters, ink, line.height(), dictionary.look_alikes());
  for (const Emission& letter : letters) {
    reading.least = reading.text.empty() ? letter.certainty : std::min(reading.least, letter.certainty);
    reading.text += dictionary[letter.label];
    reading.confidence += letter.certainty;
  }
  if (!letters.empty()) reading.confidence /= static_cast<float>(letters.size());
  return reading;
}

bool Wavers(const Reading& reading) { return !reading.text.empty() && (reading.least < 0.5f || reading.unread > 0); }

Reading Surer(Reading first, Reading second) {
  if (second.text.empty()) return first;
  const bool better = second.unread != first.unread ? second.unread < first.unread : second.least > first.least;
  return better ? std::move(second) : std::move(first);
}

Reading Joined(std::span<const Reading> pieces) {
  Reading line;
  size_t letters = 0;
  for (const Reading& piece : pieces) {
    const size_t count = CountLetters(piece.text);
    if (count > 0) line.least = letters == 0 ? piece.least : std::min(line.least, piece.least);
    line.text += piece.text;
    line.confidence += piece.confidence * static_cast<float>(count);
    letters += count;
  }
  if (letters > 0) line.confidence /= static_cast<float>(letters);
  return line;
}

}  // namespace crossdock::vision

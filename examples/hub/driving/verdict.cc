#include "hub/driving/verdict.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace crossdock::hub {
namespace {

std::string LettersAndDigits(const std::string& text) {
  std::string bare;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || std::isalnum(byte) != 0) bare += c;
  }
  return bare;
}

bool IsAt(const LineTruth& truth, const Quad& corners) {
  const Point middle = Centre(corners);
  const auto [left, right] =
      std::minmax({truth.corners[0].x, truth.corners[1].x, truth.corners[2].x, truth.corners[3].x});
  const auto [top, bottom] =
      std::minmax({truth.corners[0].y, truth.corners[1].y, truth.corners[2].y, truth.corners[3].y});
  const double grow = truth.letter_px;
  return middle.x >= left - grow && middle.x <= right + grow && middle.y >= top - grow && middle.y <= bottom + grow;
}

Verdict::Line JudgeLine(const LineTruth& truth, const Reading& reading, std::vector<bool>& used) {
  Verdict::Line line;
  const std::string wanted = WithoutSpaces(truth.text);
  for (std::size_t i = 0; i < reading.lines.size(); ++i) {
    const LineRead& read = reading.lines[i];
    if (used[i] || !IsAt(truth, read.corners)) continue;
    if (!line.read && WithoutSpaces(read.text) == wanted) {
      line.read = i;
      line.spaces_too = read.text == truth.text;
      used[i] = true;
    } else {
      line.instead.push_back(i);
    }
  }
  return line;
}

}  // namespace

std::string WithoutSpaces(const std::string& text) {
  constexpr std::string_view kWideSpace = "\u3000";
  std::string bare;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (std::string_view(text).substr(i).starts_with(kWideSpace)) {
      i += kWideSpace.size() - 1;
    } else if (std::isspace(static_cast<unsigned char>(text[i])) == 0) {
      bare += text[i];
    }
  }
  return bare;
}

int Verdict::CodesRight() const {
  return static_cast<int>(std::count_if(codes.begin(), codes.end(), [](const auto& code) { return code.has_value(); }));
}

int Verdict::LinesRight() const {
  return static_cast<int>(
      std::count_if(lines.begin(), lines.end(), [](const Line& line) { return line.read.has_value(); }));
}

Verdict Judge(const PictureTruth& truth, const Reading& reading) {
  Verdict verdict;
  for (const CodeTruth& code : truth.codes) {
    const auto found = std::find_if(reading.codes.begin(), reading.codes.end(), [&](const CodeRead& read) {
      return LettersAndDigits(read.text) == LettersAndDigits(code.text);
    });
    verdict.codes.emplace_back();
    if (found != reading.codes.end()) verdict.codes.back() = static_cast<std::size_t>(found - reading.codes.begin());
  }
  for (std::size_t i = 0; i < reading.codes.size(); ++i) {
    const std::string text = LettersAndDigits(reading.codes[i].text);
    const bool known = std::any_of(truth.codes.begin(), truth.codes.end(),
                                   [&](const CodeTruth& code) { return LettersAndDigits(code.text) == text; });
    if (!known) verdict.wrong_codes.push_back(i);
  }
  std::vector<bool> used(reading.lines.size(), false);
  for (const LineTruth& line : truth.lines) verdict.lines.push_back(JudgeLine(line, reading, used));
  return verdict;
}

}  // namespace crossdock::hub

#include "vision/ctc.h"

#include <gtest/gtest.h>

namespace crossdock::vision {
namespace {
/// Steps of a recognizer with blank, "a", "é", "中" and space.
tensor::TensorView View(const std::vector<float>& steps) {
  return {tensor::DType::kF32, {1, static_cast<int64_t>(steps.size() / 5), 5}, std::as_bytes(std::span(steps))};
}
std::vector<float> Steps(std::initializer_list<int> labels, float sure = 0.8f) {
  std::vector<float> steps;
  for (const int label : labels) {
    for (int i = 0; i < 5; ++i) steps.push_back(i == label ? sure : (1 - sure) / 4);
  }
  return steps;
}
const Dictionary kLetters = *Dictionary::Parse("a\né\n中\n");

/// Without the line's pixels.
Result<Reading> Decode(const tensor::TensorView& steps) { return DecodeCtc(steps, kLetters, {}, 0); }

TEST(Dictionary, ItsFirstClassIsBlankAndItsLastASpace) {
  EXPECT_EQ(kLetters.size(), 5u);
  EXPECT_EQ(kLetters[0], "");
  EXPECT_EQ(kLetters[3], "中");
  EXPECT_EQ(kLetters[4], " ");
  EXPECT_EQ(Dictionary::Parse("a\r\nb")->size(), 4u);
  EXPECT_EQ((*Dictionary::Parse("a\r\nb"))[1], "a");
  EXPECT_EQ(Dictionary::Parse("").error().field, "character");
}

TEST(Ctc, JoinsRepeatsAndDropsBlanks) {
  EXPECT_EQ(Decode(View(Steps({0, 1, 1, 0, 1, 2, 2, 4, 3, 0})))->text, "aaé 中");
  const auto nothing = Decode(View(Steps({0, 0, 0})));
  EXPECT_EQ(nothing->text, "");
  EXPECT_EQ(nothing->confidence, 0);
}

TEST(Ctc, ConfidenceIsTheMeanOverTheLetters) {
  auto steps = Steps({1, 0}, 0.9f);
  const auto more = Steps({2}, 0.5f);
  steps.insert(steps.end(), more.begin(), more.end());
  EXPECT_FLOAT_EQ(Decode(View(steps))->confidence, 0.7f);
}

TEST(Ctc, TellsTheLeastLikelyLetterAndWhetherItWavers) {
  auto steps = Steps({1, 0}, 0.9f);
  const auto weak = Steps({2}, 0.4f);
  steps.insert(steps.end(), weak.begin(), weak.end());
  const auto wavering = Decode(View(steps));
  EXPECT_FLOAT_EQ(wavering->least, 0.4f);
  EXPECT_TRUE(Wavers(*wavering));
  EXPECT_FALSE(Wavers(*Decode(View(Steps({1, 0, 2}, 0.6f)))));
  EXPECT_FALSE(Wavers(*Decode(View(Steps({0}))))) << "no text is no reason to look again";
}

TEST(Ctc, OfTwoReadingsTheOneWhoseWeakestLetterIsLikelierWins) {
  const Reading even{"ab", 0.7f, 0.6f}, uneven{"ac", 0.75f, 0.5f};
  EXPECT_EQ(Surer(uneven, even).text, "ab");
  EXPECT_EQ(Surer(even, uneven).text, "ab");
  EXPECT_EQ(Surer(even, {}).text, "ab");
}

TEST(Ctc, OfTwoReadingsTheOneThatLeavesLessInkUnreadWins) {
  const Reading whole{"abc", 0.7f, 0.5f, 0}, gap{"ac", 0.9f, 0.9f, 1};
  EXPECT_TRUE(Wavers(gap));
  EXPECT_EQ(Surer(gap, whole).text, "abc");
  EXPECT_EQ(Surer(whole, gap).text, "abc");
  EXPECT_EQ(Surer(gap, {}).text, "ac");
}

TEST(Ctc, RefusesAnAnswerThatIsNotTheDictionarys) {
  const std::vector<float> steps(12, 0.1f);
  const tensor::TensorView view{tensor::DType::kF32, {1, 3, 4}, std::as_bytes(std::span(steps))};
  EXPECT_FALSE(Decode(view).has_value());
}

TEST(Ctc, PiecesOfALineWeighByTheirLetters) {
  const Reading pieces[] = {{"中中中", 1.0f, 0.9f}, {"", 0.0f, 0.0f}, {"a", 0.6f, 0.6f}};
  const Reading line = Joined(pieces);
  EXPECT_EQ(line.text, "中中中a");
  EXPECT_FLOAT_EQ(line.confidence, 0.9f);
  EXPECT_FLOAT_EQ(line.least, 0.6f);
}
}  // namespace
}  // namespace crossdock::vision

#include "vision/letter_sizes.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "vision/mat.h"

namespace crossdock::vision {
namespace {
const std::vector<std::string> kLetters = {"", "T", "n", "c", "C", "o", "O", "0", "2", " "};
constexpr int kBaseline = 40;

/// A line of hollow shapes on white, as tall as told, one every 40 pixels.
class DrawnLine {
 public:
  explicit DrawnLine(int letters) : line_(40 * letters, 48, 1) { MatOf(line_) = cv::Scalar(255); }

  DrawnLine& Ring(const std::string& letter, int width, int height, bool dotted = false) {
    const cv::Point middle(Middle(), kBaseline - height / 2);
    cv::Mat pixels = MatOf(line_);
    cv::ellipse(pixels, middle, cv::Size(width / 2, height / 2), 0, 0, 360, cv::Scalar(0), 3);
    if (dotted) cv::rectangle(pixels, middle - cv::Point(3, 5), middle + cv::Point(3, 5), cv::Scalar(0), cv::FILLED);
    if (dotted) cv::line(pixels, middle, middle + cv::Point(0, height / 2), cv::Scalar(0), 2);
    return Add(letter);
  }
  DrawnLine& Block(const std::string& letter, int width, int height) {
    cv::Mat pixels = MatOf(line_);
    cv::rectangle(pixels, cv::Rect(Middle() - width / 2, kBaseline - height, width, height), cv::Scalar(0), 3);
    return Add(letter);
  }
  DrawnLine& Space() { return Add(" "); }
  void InvertBrightness() {
    cv::Mat pixels = MatOf(line_);
    cv::bitwise_not(pixels, pixels);
  }
  std::string Settled() {
    SettleSizes(letters_, LineInk(line_), LookAlikes(kLetters));
    std::string text;
    for (const Emission& letter : letters_) text += kLetters[letter.label];
    return text;
  }

 private:
  int Middle() const { return 20 + 40 * static_cast<int>(letters_.size()); }
  DrawnLine& Add(const std::string& letter) {
    const auto label = std::find(kLetters.begin(), kLetters.end(), letter) - kLetters.begin();
    letters_.push_back({static_cast<size_t>(label), {}, static_cast<float>(Middle()) + 3, 0.9f});
    return *this;
  }

  Image line_;
  std::vector<Emission> letters_;
};

TEST(LetterSizes, ALetterAsTallAsACapitalIsOne) {
  EXPECT_EQ(DrawnLine(2).Block("T", 20, 30).Ring("o", 24, 31).Settled(), "TO");
  EXPECT_EQ(DrawnLine(3).Ring("c", 24, 31).Block("n", 18, 21).Block("n", 18, 21).Settled(), "Cnn");
}

TEST(LetterSizes, ALetterAsTallAsASmallOneIsOne) {
  EXPECT_EQ(DrawnLine(2).Block("T", 20, 30).Ring("O", 20, 22).Settled(), "To");
  EXPECT_EQ(DrawnLine(3).Ring("C", 18, 21).Block("n", 18, 21).Block("T", 20, 30).Settled(), "cnT");
  EXPECT_EQ(DrawnLine(4).Ring("C", 18, 21).Block("n", 18, 21).Space().Block("T", 20, 30).Settled(), "cn T");
}

TEST(LetterSizes, LightLettersOnADarkLabelAreMeasuredTheSame) {
  DrawnLine line(2);
  line.Block("T", 20, 30).Ring("o", 24, 31);
  line.InvertBrightness();
  EXPECT_EQ(line.Settled(), "TO");
}

TEST(LetterSizes, BetweenTheSizesAndWithNothingBesideTheNetDecides) {
  EXPECT_EQ(DrawnLine(2).Block("T", 20, 30).Ring("o", 20, 24).Settled(), "To");
  EXPECT_EQ(DrawnLine(2).Ring("c", 20, 30).Ring("o", 20, 22).Settled(), "co");
}

TEST(LetterSizes, InsideAWordNoLetterChangesToWhatWordsDoNotHave) {
  EXPECT_EQ(DrawnLine(3).Block("n", 18, 21).Ring("o", 24, 31).Block("T", 20, 30).Settled(), "noT");
  EXPECT_EQ(DrawnLine(3).Block("T", 20, 30).Ring("o", 24, 31).Block("n", 18, 21).Settled(), "Ton");
  EXPECT_EQ(DrawnLine(3).Block("n", 18, 21).Ring("O", 20, 22).Block("T", 20, 30).Settled(), "nOT");
}

TEST(LetterSizes, AZeroAsWideAsTallInAWordIsTheLetter) {
  EXPECT_EQ(DrawnLine(3).Block("T", 20, 30).Ring("0", 31, 31).Block("n", 18, 21).Settled(), "TOn");
  EXPECT_EQ(DrawnLine(3).Block("T", 20, 30).Ring("0", 20, 31).Block("n", 18, 21).Settled(), "T0n");
  EXPECT_EQ(DrawnLine(2).Block("2", 20, 30).Ring("0", 31, 31).Settled(), "20") << "beside a digit it is one";
  EXPECT_EQ(DrawnLine(3).Block("2", 28, 30).Ring("0", 31, 31).Block("n", 18, 21).Settled(), "20n")
      << "no wider than the digits of this font";
}

TEST(LetterSizes, AZeroWithoutTheDotOfTheOthersIsTheLetter) {
  EXPECT_EQ(DrawnLine(4).Block("T", 20, 30).Ring("0", 20, 31).Space().Ring("0", 20, 31, true).Settled(), "TO 0");
  EXPECT_EQ(DrawnLine(4).Block("T", 20, 30).Ring("0", 20, 31).Space().Ring("0", 20, 31).Settled(), "T0 0");
}

TEST(LetterSizes, LettersThatRunTogetherAreLeftAsTheyWereRead) {
  DrawnLine line(2);
  line.Block("T", 60, 30).Ring("o", 30, 31);
  EXPECT_EQ(line.Settled(), "To");
  EXPECT_EQ(DrawnLine(0).Settled(), "");
}

}  // namespace
}  // namespace crossdock::vision

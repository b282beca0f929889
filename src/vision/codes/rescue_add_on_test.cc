#include <array>

#include <gtest/gtest.h>

#include "vision/codes/ean_layout.h"
#include "vision/codes/reader.h"
#include "vision/codes/rescue_step.h"
#include "vision/codes/test_code_pictures.h"

namespace crossdock::vision::codes {
namespace {

/// The modules of a two-digit add-on, '1' dark: guard, digit, separator, digit, with the sets that the number modulo 4 says (GS1
/// General Specifications, 5.2.2.2).
std::string AddOnModules(int number) {
  static constexpr std::array<std::array<DigitSet, 2>, 4> kSets = {{{DigitSet::kL, DigitSet::kL},
                                                                    {DigitSet::kL, DigitSet::kG},
                                                                    {DigitSet::kG, DigitSet::kL},
                                                                    {DigitSet::kG, DigitSet::kG}}};
  const auto& sets = kSets[static_cast<size_t>(number % 4)];
  const auto digit = [](DigitSet set, int value) {
    std::string modules;
    for (int bit = 6; bit >= 0; --bit) modules += (DigitBits(set, value) >> bit) & 1u ? '1' : '0';
    return modules;
  };
  return "1011" + digit(sets[0], number / 10) + "01" + digit(sets[1], number % 10);
}

/// An EAN-13, and behind its quiet zone an add-on.
cv::Mat DrawWithAddOn(const std::string& digits, int add_on) {
  const cv::Mat main = testing::DrawModules("EAN-13", digits);
  const std::string modules = AddOnModules(add_on);
  cv::Mat both(main.rows, main.cols + static_cast<int>(modules.size()) + 5, CV_8U, cv::Scalar(255));
  main.copyTo(both.colRange(0, main.cols));
  for (size_t i = 0; i < modules.size(); ++i) {
    if (modules[i] == '1') both.rowRange(main.rows / 8, main.rows).col(main.cols + static_cast<int>(i)).setTo(0);
  }
  return both;
}

/// The number without what stands behind it, as it is read where the picture ends before that.
Reading MainPart(const Image& picture, const Image& without) {
  const auto codes = ReadCodes(without);
  EXPECT_EQ(codes->size(), 1u);
  Reading main;
  main.text = codes->front().text.substr(0, 13);
  main.format = codes->front().format;
  main.corners = codes->front().corners;
  EXPECT_EQ(picture.height(), without.height());
  return main;
}

constexpr const char* kDigits = "977123456700";  // a periodical's

TEST(WithAddOn, FindsTheAddOnBehindTheNumber) {
  const Image picture = testing::Photograph(DrawWithAddOn(kDigits, 42), {.module = 3, .blur = 0.4});
  const Reading main = MainPart(picture, picture.Part(0, 0, picture.width() - 30 * 3, picture.height()));
  const auto text = WithAddOn(MatOf(picture), main, 60);
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, main.text + "42");
}

TEST(WithAddOn, LeavesANumberAloneThatHasNone) {
  const Image picture = testing::PictureOf("EAN-13", kDigits);
  const Reading main = MainPart(picture, picture);
  const auto text = WithAddOn(MatOf(picture), main, 60);
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, main.text);
}

TEST(WithAddOn, DoesNotBelieveAnAddOnWhoseSetsContradictItsNumber) {
  cv::Mat modules = DrawWithAddOn(kDigits, 42);
  // The sets of 40 with the digits of 42.
  const std::string wrong = AddOnModules(40).substr(0, 13) + AddOnModules(42).substr(13);
  const int begin = modules.cols - 5 - static_cast<int>(wrong.size());
  for (size_t i = 0; i < wrong.size(); ++i)
    modules.rowRange(modules.rows / 8, modules.rows).col(begin + static_cast<int>(i)).setTo(wrong[i] == '1' ? 0 : 255);
  const Image picture = testing::Photograph(modules, {.module = 3});
  const Reading main = MainPart(picture, picture.Part(0, 0, picture.width() - 30 * 3, picture.height()));
  EXPECT_EQ(WithAddOn(MatOf(picture), main, 60).value(), main.text);
}

TEST(WithAddOn, OnlyEan13AndUpcAHaveAddOns) {
  Reading code;
  code.text = "SF1234567890";
  code.format = "Code 128";
  EXPECT_EQ(WithAddOn(cv::Mat(100, 300, CV_8U, cv::Scalar(255)), code, 50).value(), code.text);
}

}  // namespace
}  // namespace crossdock::vision::codes

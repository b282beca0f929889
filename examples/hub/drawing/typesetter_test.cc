#include "hub/drawing/typesetter.h"

#include <set>
#include <string_view>

#include <gtest/gtest.h>

namespace crossdock::hub {
namespace {

TEST(Typesetter, MakesLettersAsHighAsAskedInEveryFace) {
  auto typesetter = Typesetter::Create();
  ASSERT_TRUE(typesetter) << typesetter.error().message;
  for (const Face& face : LatinFaces())
    EXPECT_NEAR((*typesetter)->Measure("EHT", face, 24).height, 24, 0.5) << face.family;
  for (const Face& face : ChineseFaces())
    EXPECT_NEAR((*typesetter)->Measure("国", face, 24).height, 24, 0.5) << face.family;
}

TEST(Typesetter, HasAtLeastSixTypefaces) {
  std::set<std::string_view> families;
  for (const Face& face : LatinFaces()) families.insert(face.family);
  for (const Face& face : ChineseFaces()) families.insert(face.family);
  EXPECT_GE(families.size(), 6u);
}

}  // namespace
}  // namespace crossdock::hub

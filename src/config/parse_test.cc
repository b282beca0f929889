#include <gtest/gtest.h>

#include "config/config.h"
#include "config/sample_test.h"

namespace crossdock::config {
namespace {

using config_sample::Colour;
using config_sample::House;

std::string Complaint(std::string_view text) {
  const auto house = ParseYaml<House>(text, "house.yaml");
  return house ? "" : house.error().message;
}

TEST(ParseYaml, AnEmptyTextGivesTheDefaults) {
  for (const char* text : {"", "\n", "# nothing\n", "{}", "~", "front:\nback:\nnotes:\n"}) {
    const auto house = ParseYaml<House>(text, "house.yaml");
    ASSERT_TRUE(house) << house.error().message;
    EXPECT_EQ(house->front.width_mm, 900);
    EXPECT_EQ(house->name, "my house");
  }
}

TEST(ParseYaml, ReadsAFieldOfEveryKind) {
  const auto house = ParseYaml<House>(R"(
name: "old: mill"
heated: false
area_cm2: 123456789012
warmth: -1.5
plan: /tmp/plan
colour: red
number: 65535
front: {width_mm: 80, mode: shut}
back:
  - width_mm: 1
  - {}
inner:
  kitchen: {mode: open}
  weird key.s: {}
stairs: [[1, 2], [], [3]]
notes: {a: b, c: 7}
rent: 12
)",
                                      "house.yaml");
  ASSERT_TRUE(house) << house.error().message;
  EXPECT_EQ(house->name, "old: mill");
  EXPECT_FALSE(house->heated);
  EXPECT_EQ(house->area_cm2, 123456789012);
  EXPECT_EQ(house->warmth, -1.5);
  EXPECT_EQ(house->plan, "/tmp/plan");
  EXPECT_EQ(house->colour, Colour::kRed);
  EXPECT_EQ(house->number, 65535);
  EXPECT_EQ(house->front.width_mm, 80);
  ASSERT_EQ(house->back.size(), 2U);
  EXPECT_EQ(house->back[0].width_mm, 1);
  EXPECT_EQ(house->back[1].width_mm, 900);
  EXPECT_EQ(house->inner.at("kitchen").mode, "open");
  EXPECT_TRUE(house->inner.contains("weird key.s"));
  EXPECT_EQ(house->stairs, (std::vector<std::vector<int64_t>>{{1, 2}, {}, {3}}));
  EXPECT_EQ(house->notes.at("c"), "7");
  EXPECT_EQ(house->rent, 12);
}

TEST(ParseYaml, RefusesAnUnknownKeyWithItsPathAndTheNearestKnownOne) {
  EXPECT_EQ(Complaint("inner:\n  hall:\n    width_nm: 3\n"),
            "house.yaml:3:5: inner.hall: unknown key \"width_nm\"; did you mean \"width_mm\"?");
  EXPECT_EQ(Complaint("haeted: true"), "house.yaml:1:1: unknown key \"haeted\"; did you mean \"heated\"?");
  EXPECT_EQ(Complaint("front: {zzz: 1}"), "house.yaml:1:9: front: unknown key \"zzz\"; there are: width_mm, mode");
}

TEST(ParseYaml, SaysWhereWhatWasExpectedAndWhatStandsThere) {
  EXPECT_EQ(Complaint("\nfront:\n  width_mm: wide\n"),
            "house.yaml:3:13: front.width_mm: expected a whole number, found \"wide\"");
  EXPECT_EQ(Complaint("number: \"7\""), "house.yaml:1:9: number: expected a whole number, found the text \"7\"");
  EXPECT_EQ(Complaint("number: 7.0"), "house.yaml:1:9: number: expected a whole number, found \"7.0\"");
  EXPECT_EQ(Complaint("heated: yes"), "house.yaml:1:9: heated: expected true or false, found \"yes\"");
  EXPECT_EQ(Complaint("name: [a]"), "house.yaml:1:7: name: expected a text, found a list");
  EXPECT_EQ(Complaint("\nname:"), "house.yaml:2:1: name: expected a text (write \"\" for an empty one), found nothing");
  EXPECT_EQ(Complaint("warmth: {a: 1}"), "house.yaml:1:9: warmth: expected a number, found keys and values");
  EXPECT_EQ(Complaint("warmth: nan"), "house.yaml:1:9: warmth: expected a number, found \"nan\"");
  EXPECT_EQ(Complaint("back: 5"), "house.yaml:1:7: back: expected a list");
  EXPECT_EQ(Complaint("back: [3]"), "house.yaml:1:8: back[0]: expected keys and values (key: value)");
  EXPECT_EQ(Complaint("- a"), "house.yaml:1:1: expected keys and values (key: value)");
}

TEST(ParseYaml, NamesTheRange) {
  EXPECT_EQ(Complaint("front: {width_mm: 0}"), "house.yaml:1:19: front.width_mm: \"0\" is outside 1..5000");
  EXPECT_EQ(Complaint("number: 65536"), "house.yaml:1:9: number: \"65536\" is outside 0..65535");
  EXPECT_EQ(Complaint("number: -1"), "house.yaml:1:9: number: \"-1\" is outside 0..65535");
  EXPECT_EQ(Complaint("area_cm2: 99999999999999999999"),
            "house.yaml:1:11: area_cm2: \"99999999999999999999\" is outside 0..1125899906842624");
  EXPECT_EQ(Complaint("warmth: 36"), "house.yaml:1:9: warmth: \"36\" is outside -10..35.5");
  EXPECT_EQ(Complaint("warmth: 1e999"), "house.yaml:1:9: warmth: \"1e999\" is outside -10..35.5");
  EXPECT_EQ(Complaint("stairs: [[1], [2, 101]]"), "house.yaml:1:19: stairs[1][1]: \"101\" is outside 1..100");
  EXPECT_EQ(Complaint("rent: -1"), "house.yaml:1:7: rent: \"-1\" is outside 0..9999");
}

TEST(ParseYaml, NamesTheNearestChoice) {
  EXPECT_EQ(Complaint("front: {mode: oepn}"),
            "house.yaml:1:15: front.mode: unknown value \"oepn\"; did you mean \"open\"?");
  EXPECT_EQ(Complaint("colour: blue"), "house.yaml:1:9: colour: unknown value \"blue\"; there are: red, green");
}

TEST(ParseYaml, AsksTheStructItselfAndPrefixesItsPath) {
  const auto house = ParseYaml<House>("inner:\n  hall: {mode: open, width_mm: 99}\n", "house.yaml");
  ASSERT_FALSE(house);
  EXPECT_EQ(house.error().message, "house.yaml:2:9: inner.hall.width_mm: an open door is at least 100 wide");
  EXPECT_EQ(house.error().field, "inner.hall.width_mm");
}

TEST(ParseYaml, NamesAllMistakesOfAFileAtOnce) {
  EXPECT_EQ(Complaint("number: x\nrent: y\n"),
            "house.yaml:1:9: number: expected a whole number, found \"x\"\n"
            "house.yaml:2:7: rent: expected a whole number, found \"y\"");
  std::string many = "notes:\n";
  for (int i = 0; i < 50; ++i) many += "  k" + std::to_string(i) + ": []\n";
  const std::string complaint = Complaint(many);
  EXPECT_NE(complaint.find("house.yaml: and 30 more"), std::string::npos) << complaint;
}

TEST(ReadYamlFile, SaysThatAFileIsNotThere) {
  const auto house = ReadYamlFile<House>("no/such.yaml");
  ASSERT_FALSE(house);
  EXPECT_EQ(house.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(ReadYamlFile<House>("src").error().message, "src is a folder, not a file");
}

}  // namespace
}  // namespace crossdock::config

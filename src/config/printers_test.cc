#include "config/printers.h"

#include <string>

#include <gtest/gtest.h>

#include "config/config.h"
#include "config/sample_test.h"

namespace crossdock::config {
namespace {

using config_sample::House;

bool Has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(ExampleYaml, ReadsBackAsTheDefaults) {
  const auto house = ParseYaml<House>(ExampleYaml<House>(), "example");
  ASSERT_TRUE(house) << house.error().message << ExampleYaml<House>();
  EXPECT_EQ(ToYaml(*house), ToYaml(House{}));
}

TEST(ExampleYaml, SaysWhatEachKeyMeansAndAllows) {
  const std::string text = ExampleYaml<House>();
  EXPECT_TRUE(Has(text, "# the front door\nfront:\n  # clear width, millimetres (1..5000)\n  width_mm: 900\n")) << text;
  EXPECT_TRUE(Has(text, "# of the walls (one of red, green)\ncolour: green\n")) << text;
  EXPECT_TRUE(Has(text, "rent: null\n")) << text;
  EXPECT_TRUE(Has(text, "# in the street (0..65535)\nnumber: 7\n")) << text;
  EXPECT_TRUE(Has(text, "# doors inside, by room\n# each one:\n#   NAME:\n#     # clear width")) << text;
}

TEST(ToYaml, ReadsBackAsTheSame) {
  House house;
  house.name = "true";  // a text that other readers would take for something else
  house.notes = {{"1", "no"}, {"a: b", "line\nbreak \"quoted\" \\ \x01"}, {"\xe6\x9d\xad", ""}, {"-", "#"}};
  house.back = {{.width_mm = 1, .mode = "open"}, {}};
  house.inner["x"] = {};
  house.stairs = {{1}, {}, {2, 3}};
  house.warmth = 0.1;
  house.rent = 3;
  const std::string text = ToYaml(house);
  const auto again = ParseYaml<House>(text, "again");
  EXPECT_FALSE(again);  // an open door of 1 mm
  house.back[0].width_mm = 100;
  const auto valid = ParseYaml<House>(ToYaml(house), "again");
  ASSERT_TRUE(valid) << valid.error().message << text;
  EXPECT_EQ(valid->name, house.name);
  EXPECT_EQ(valid->notes, house.notes);
  EXPECT_EQ(valid->stairs, house.stairs);
  EXPECT_EQ(valid->warmth, 0.1);
  EXPECT_EQ(ToYaml(*valid), ToYaml(house));
}

TEST(JsonSchema, SaysTypesLimitsAndDefaults) {
  const std::string schema = JsonSchema<House>("a house");
  EXPECT_TRUE(Has(schema, R"("title": "a house")"));
  EXPECT_TRUE(Has(schema, R"("additionalProperties": false)"));
  EXPECT_TRUE(Has(schema, "\"minimum\": 1,\n          \"maximum\": 5000,\n")) << schema;
  EXPECT_TRUE(Has(schema, R"("enum": ["open", "shut"])"));
  EXPECT_TRUE(Has(schema, R"({"type": "null"}])"));
}

TEST(MarkdownTable, HasARowForEachKeyAndKeepsTheColumns) {
  const std::string table = MarkdownTable<House>();
  EXPECT_TRUE(Has(table, "| `front.width_mm` | whole number, 1..5000 | `900` | clear width, millimetres |\n")) << table;
  EXPECT_TRUE(Has(table, "| `inner.NAME.mode` | text, one of open, shut | `shut` | how it stands |\n")) << table;
  EXPECT_TRUE(Has(table, "| `back[].width_mm` |")) << table;
  EXPECT_TRUE(Has(table, "anything \\| else")) << table;
}

}  // namespace
}  // namespace crossdock::config

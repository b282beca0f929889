#include "cli/config_command.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/scratch_folder_test.h"
#include "cli/ended_test.h"

namespace crossdock::cli {

struct Shelf {
  int boards = 3;
  std::string wood = "oak";
};

template <class V>
void Describe(Shelf& s, V& v) {
  v.Field("boards", s.boards, 1, 9, "how many");
  v.Field("wood", s.wood, "of what");
}

struct Lamp {
  bool on = false;
};

template <class V>
void Describe(Lamp& l, V& v) {
  v.Field("on", l.on, "whether it burns");
}

namespace {

Ended Call(const std::vector<std::string>& args) {
  const std::array<ConfigKind, 2> kinds = {KindOf<Shelf>("shelf", "shelf.yaml", "A shelf"),
                                           KindOf<Lamp>("lamp", "lamp.yaml", "A lamp")};
  return RunToItsEnd([&](std::ostream& out, std::ostream& err) { return RunConfigCommand(kinds, args, out, err); });
}

class ConfigFile : public testing::Test {
 protected:
  std::string Write(const char* name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  const ScratchFolder scratch_;
  const std::filesystem::path& folder_ = scratch_.path();
};

TEST_F(ConfigFile, IsCheckedAndEveryMistakeNamedWithItsLine) {
  EXPECT_EQ(Call({"check", Write("a.yaml", "boards: 4\n")}).code, kDone);
  const std::string bad = Write("b.yaml", "boards: 10\nwod: ash\n");
  const Ended ended = Call({"check", bad});
  EXPECT_EQ(ended.code, kFailed);
  EXPECT_EQ(ended.err, bad + ":1:9: boards: \"10\" is outside 1..9\n" + bad +
                           ":2:1: unknown key \"wod\"; did you mean \"wood\"?\n");
  EXPECT_EQ(ended.out, "");
}

TEST_F(ConfigFile, IsCheckedAsTheKindWhoseNameItBearsOrThatIsAskedFor) {
  EXPECT_EQ(Call({"check", Write("lamp.yaml", "on: true\n")}).code, kDone);
  const std::string other = Write("other.yaml", "on: true\n");
  EXPECT_EQ(Call({"check", other}).code, kFailed);
  EXPECT_EQ(Call({"check", "--of", "lamp", other}).code, kDone);
  EXPECT_EQ(Call({"check", "--of", "chair", other}).code, kUsage);
}

TEST_F(ConfigFile, IsCheckedInJson) {
  const Ended ended = Call({"check", "--json", Write("b.yaml", "boards: x\nwod: ash\n")});
  EXPECT_EQ(ended.code, kFailed);
  const auto json = nlohmann::json::parse(ended.out);
  EXPECT_EQ(json["ok"], false);
  EXPECT_EQ(json["problems"].size(), 2U);
}

TEST_F(ConfigFile, ThatTheExampleMakesIsRight) {
  const std::string file = Write("c.yaml", Call({"example"}).out);
  EXPECT_EQ(Call({"check", file}).code, kDone);
}

TEST(ConfigCommand, PrintsASchemaThatIsJson) {
  const auto schema = nlohmann::json::parse(Call({"schema"}).out);
  EXPECT_EQ(schema["properties"]["boards"]["maximum"], 9);
  EXPECT_EQ(schema["properties"]["wood"]["default"], "oak");
}

TEST(ConfigCommand, PrintsThePageOfAllKinds) {
  const std::string page = Call({"schema", "--markdown"}).out;
  EXPECT_NE(page.find("## A shelf: `shelf.yaml`"), std::string::npos) << page;
  EXPECT_NE(page.find("| `on` | true or false | `false` | whether it burns |"), std::string::npos) << page;
}

TEST(ConfigCommand, WantsToKnowWhat) {
  EXPECT_EQ(Call({}).code, kUsage);
  const Ended ended = Call({"chek"});
  EXPECT_EQ(ended.code, kUsage);
  EXPECT_NE(ended.err.find("did you mean \"check\"?"), std::string::npos) << ended.err;
  EXPECT_EQ(Call({"--help"}).code, kDone);
  EXPECT_NE(Call({"check", "--help"}).out.find("crossdock config check crossdock.yaml"), std::string::npos);
}

TEST(ConfigCommand, SaysThatAFileIsNotThere) {
  const Ended ended = Call({"check", "no/such.yaml"});
  EXPECT_EQ(ended.code, kFailed);
  EXPECT_EQ(ended.err, "no/such.yaml cannot be opened\n");
}

}  // namespace
}  // namespace crossdock::cli

#include "cli/verb.h"

#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cli/command_line.h"
#include "cli/ended_test.h"

namespace crossdock::cli {
namespace {

int Echo(Args args, std::ostream& out, std::ostream& err) {
  CLI::App app("Says it.", "echo");
  app.footer("Example:\n  crossdock echo --word hello");
  std::string word;
  int times = 1;
  app.add_option("--word", word, "what to say")->required();
  app.add_option("--times", times, "how often");
  if (const auto end = ReadCommandLine(app, args, out, err)) return *end;
  for (int i = 0; i < times; ++i) out << word << '\n';
  return kDone;
}

constexpr std::array<Verb, 2> kVerbs = {{{"echo", "say it", Echo}, {"serve", "serve it", Echo}}};

Ended Call(const std::vector<std::string>& args) {
  return RunToItsEnd([&](std::ostream& out, std::ostream& err) { return Dispatch(kVerbs, args, out, err); });
}

TEST(Dispatch, RunsTheVerbWithWhatStandsBehindIt) {
  const Ended ended = Call({"echo", "--word", "a b", "--times=2"});
  EXPECT_EQ(ended.code, kDone);
  EXPECT_EQ(ended.out, "a b\na b\n");
  EXPECT_EQ(ended.err, "");
}

TEST(Dispatch, NamesTheNearestVerb) {
  const Ended ended = Call({"sevre"});
  EXPECT_EQ(ended.code, kUsage);
  EXPECT_EQ(ended.err, "crossdock: unknown verb \"sevre\"; did you mean \"serve\"?\n");
  EXPECT_EQ(ended.out, "");
}

TEST(Dispatch, PrintsTheTable) {
  EXPECT_EQ(Call({}).code, kUsage);
  EXPECT_EQ(Call({}).out, "");
  const Ended help = Call({"--help"});
  EXPECT_EQ(help.code, kDone);
  EXPECT_NE(help.out.find("  echo   say it\n"), std::string::npos) << help.out;
}

TEST(CommandLine, HelpHasAnExampleAndGoesToTheResults) {
  const Ended ended = Call({"echo", "--help"});
  EXPECT_EQ(ended.code, kDone);
  EXPECT_NE(ended.out.find("crossdock echo --word hello"), std::string::npos) << ended.out;
  EXPECT_EQ(ended.err, "");
}

TEST(CommandLine, NamesTheNearestOption) {
  const Ended ended = Call({"echo", "--word", "x", "--tmes=2"});
  EXPECT_EQ(ended.code, kUsage);
  EXPECT_NE(ended.err.find("did you mean \"--times\"?"), std::string::npos) << ended.err;
}

TEST(CommandLine, RefusesAMissingAndAWrongValue) {
  EXPECT_EQ(Call({"echo"}).code, kUsage);
  EXPECT_EQ(Call({"echo", "--word", "x", "--times", "many"}).code, kUsage);
  EXPECT_EQ(Call({"echo", "--word"}).code, kUsage);
}

}  // namespace
}  // namespace crossdock::cli

#include "cli/verbs.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cli/ended_test.h"

namespace crossdock::cli {
namespace {

Ended Call(const std::vector<std::string>& args) {
  return RunToItsEnd([&](std::ostream& out, std::ostream& err) { return Dispatch(Verbs(), args, out, err); });
}

TEST(Verbs, EachHasHelpWithAnExample) {
  for (const Verb& verb : Verbs()) {
    const Ended ended = Call({std::string(verb.name), "--help"});
    EXPECT_EQ(ended.code, kDone) << verb.name;
    EXPECT_NE(ended.out.find("xample"), std::string::npos) << ended.out;
    EXPECT_NE(ended.out.find("crossdock " + std::string(verb.name)), std::string::npos) << ended.out;
    EXPECT_EQ(ended.err, "");
  }
}

TEST(Verbs, EachRefusesAnUnknownOptionAsAMistakeOfUse) {
  for (const Verb& verb : Verbs())
    EXPECT_EQ(Call({std::string(verb.name), "--no-such-option"}).code, kUsage) << verb.name;
}

TEST(Version, PrintsItselfInWordsAndInJson) {
  EXPECT_TRUE(Call({"version"}).out.starts_with("crossdock "));
  EXPECT_NE(Call({"version", "--json"}).out.find("\"version\": "), std::string::npos);
}

TEST(Config, PrintsTheDocumentationOfTheServerAndOfAModel) {
  const std::string page = Call({"config", "schema", "--markdown"}).out;
  EXPECT_NE(page.find("| `http.port` |"), std::string::npos);
  EXPECT_NE(page.find("| `batching.max_batch` |"), std::string::npos);
}

TEST(Doctor, NamesAMissingModelRepositoryAndAWrongConfiguration) {
  const Ended missing = Call({"doctor", "--models", "no/such/folder"});
  EXPECT_EQ(missing.code, kFailed);
  EXPECT_NE(missing.out.find("PROBLEM model repository: no/such/folder is not there"), std::string::npos)
      << missing.out;
  const Ended wrong = Call({"doctor", "-c", "LICENSE"});
  EXPECT_EQ(wrong.code, kFailed);
  EXPECT_NE(wrong.out.find("PROBLEM configuration: LICENSE:"), std::string::npos) << wrong.out;
}

}  // namespace
}  // namespace crossdock::cli

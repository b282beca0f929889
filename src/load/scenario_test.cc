#include "load/scenario.h"

#include <gtest/gtest.h>

#include "config/config.h"

namespace crossdock::load {
namespace {

std::string MistakeOf(const std::string& yaml) {
  const auto read = config::ParseYaml<Scenario>(yaml, "load.yaml");
  return read ? "" : read.error().message;
}

TEST(Scenario, MixesModelsAndPictures) {
  const auto read = config::ParseYaml<Scenario>(
      "address: 127.0.0.1:8000\n"
      "seconds: 30\n"
      "streams:\n"
      "  - {pictures: shift/, rate: 20, tier: critical, deadline_ms: 200}\n"
      "  - {name: det, model: yolox_nano, arrivals: gamma, cv: 2, steps: [{at_seconds: 0, rate: 5}, {at_seconds: 9, "
      "rate: 9}]}\n"
      "  - {model: rec, concurrency: 4, shapes: {x: [8, 3, 48, 320]}}\n",
      "load.yaml");
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->streams.size(), 3u);
  EXPECT_EQ(read->streams[0].Title(), "shift");
  EXPECT_EQ(read->streams[0].arrivals, ArrivalKind::kPoisson);
  EXPECT_EQ(read->streams[1].Title(), "det");
  EXPECT_EQ(read->streams[1].steps[1].rate, 9);
  EXPECT_EQ(read->streams[2].shapes.at("x"), (std::vector<int64_t>{8, 3, 48, 320}));
}

TEST(Scenario, RefusesAnUnknownKeyWithTheNearest) {
  const std::string mistake = MistakeOf("streams:\n  - {modle: a, rate: 1}\n");
  EXPECT_NE(mistake.find("did you mean \"model\"?"), std::string::npos) << mistake;
}

TEST(Scenario, WantsOneThingToSendAndOneTimeToSendIt) {
  EXPECT_NE(MistakeOf("streams: [{rate: 1}]").find("exactly one of model, pictures and path"), std::string::npos);
  EXPECT_NE(MistakeOf("streams: [{rate: 1, model: a, path: /b}]").find("exactly one of"), std::string::npos);
  EXPECT_NE(MistakeOf("streams: [{model: a}]").find("exactly one of rate"), std::string::npos);
  EXPECT_NE(MistakeOf("streams: [{model: a, rate: 1, concurrency: 1}]").find("exactly one of rate"), std::string::npos);
  EXPECT_NE(MistakeOf("seconds: 3").find("nothing to send"), std::string::npos);
}

// The symptom: `config example --of load` printed a file without streams, which `config check --of load` refused.
TEST(Scenario, ThatIsPrintedAsAnExampleIsRight) {
  const auto read = config::ParseYaml<Scenario>(config::ExampleYaml<Scenario>(), "load.yaml");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->streams.size(), 1u);
}

TEST(Scenario, RefusesWhatCannotBeSentAsARequest) {
  EXPECT_NE(MistakeOf("streams: [{rate: 1, path: \"/a b\"}]"), "");
  EXPECT_NE(MistakeOf("streams: [{rate: 1, path: /a, headers: {X-A: \"b\\r\\nc\"}}]"), "");
  EXPECT_NE(MistakeOf("streams: [{rate: 1, model: a, cv: 2}]").find("gamma"), std::string::npos);
  EXPECT_NE(MistakeOf("connections: 3\nstreams: [{model: a, concurrency: 4}]").find("connections"), std::string::npos);
  EXPECT_NE(MistakeOf("streams: [{model: a, steps: [{at_seconds: 2, rate: 1}, {at_seconds: 1, rate: 1}]}]"), "");
}

}  // namespace
}  // namespace crossdock::load

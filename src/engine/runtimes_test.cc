#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/engine.h"

namespace crossdock::engine {
namespace {

using testing::Contains;
using testing::HasSubstr;

TEST(Runtimes, AreFoundBesideTheProgram) { EXPECT_THAT(RuntimeNames(), Contains("fake")); }

TEST(Runtimes, OneThatIsNotThereIsAnErrorThatListsThoseThatAre) {
  const auto runtime = OpenRuntime("tensorflow");
  ASSERT_FALSE(runtime);
  EXPECT_EQ(runtime.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(runtime.error().message, HasSubstr("fake"));
  EXPECT_FALSE(OpenRuntime("../engines/fake"));
  EXPECT_FALSE(OpenRuntime(""));
}

TEST(Runtimes, OpeningTwiceGivesTheSameRuntime) {
  const auto first = OpenRuntime("fake");
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(*first, OpenRuntime("fake").value());
  EXPECT_EQ((*first)->name(), "fake");
}

TEST(Runtimes, TheFakeOneServesAFile) {
  const auto file = std::filesystem::path(testing::TempDir()) / "served.fake";
  std::ofstream(file) << "input x FP32 -1,2\noutput y FP32 -1,2\ncompute scale 3\nbase_us 100\n";
  Runtime* fake = OpenRuntime("fake").value();
  LoadOptions options;
  options.streams = 2;
  auto session = fake->Load(file, options);
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ((*session)->slots(), 2);
  const float values[] = {1, 2};
  const TensorView input{DType::kF32, {1, 2}, std::as_bytes(std::span(values))};
  auto done = RunOnce(**session, {&input, 1});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_THAT(done->outputs[0].as<float>(), testing::ElementsAre(3, 6));
  EXPECT_GE(done->engine_time, std::chrono::microseconds(100));
}

TEST(Runtimes, AnAbsentProviderOrAnUnknownHintIsRefusedByName) {
  Runtime* fake = OpenRuntime("fake").value();
  LoadOptions options;
  options.providers = {{"CUDA", {}}};
  EXPECT_EQ(fake->Load("x.fake", options).error().field, "providers");
  options = {};
  options.hints = {{"speed", "fast"}};
  EXPECT_EQ(fake->Load("x.fake", options).error().field, "hints");
}

}  // namespace
}  // namespace crossdock::engine

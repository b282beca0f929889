#include "model/hot/hot_loader.h"

#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/guarded.h"
#include "model/hot/test_cache.h"

namespace crossdock::model {
namespace {

using testing::BytesOf;
using ::testing::ElementsAre;
using Event = HotLoader::Event;

// Loading the file takes time that a kept form saves, so that keeping it pays.
constexpr const char* kModel =
    "input x FP32 -1,2\noutput y FP32 -1,2\nmetadata author nobody\ncompute scale 2\nload_us 100000\n";

class HotLoading : public testing::CacheTest {
 protected:
  void SetUp() override {
    CacheTest::SetUp();
    Model("keep good");
    found_.name = "m";
    found_.file = root_ / "m.fake";
    found_.config.batching.max_batch = 4;
  }
  void Model(const std::string& keep) { Write("m.fake", kModel + keep + "\n"); }

  std::unique_ptr<const Version> Load(int64_t most_bytes = int64_t{1} << 30) {
    const HotLoader loader(Folder(most_bytes), [this](const std::string& model, Event event) {
      EXPECT_EQ(model, "m");
      told_.Lock()->push_back(event);
    });
    auto version = loader.Load(found_, [] {}, {});
    EXPECT_TRUE(version) << version.error().message;
    return version ? *std::move(version) : nullptr;
  }
  std::vector<Event> Told() { return std::exchange(*told_.Lock(), {}); }
  static float Answer(const Version& version) {
    const float values[] = {1, 21};
    const tensor::TensorView input{tensor::DType::kF32, {1, 2}, std::as_bytes(std::span(values))};
    return engine::RunOnce(version.session(), std::span(&input, 1))->outputs[0].view().as<float>()[1];
  }
  /// The one entry with other text in the runtime's form, and a right checksum.
  void ReplaceForm(std::string_view form) {
    const auto folder = Folder();
    const auto file = ReadEntry();
    const auto load = Decode(BytesOf(file))->load;
    const auto head = EncodeHead(load, BytesOf(form));
    const std::span<const std::byte> pieces[] = {head, BytesOf(form)};
    ASSERT_TRUE(folder->Write({load.key.place, DigestOf(load.key)}, pieces));
  }
  std::string ReadEntry() {
    std::ifstream stream(Entries().at(0), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  FoundVersion found_;
  Guarded<std::vector<Event>> told_;
};

TEST_F(HotLoading, TheSecondLoadIsAHotOneThatKnowsWhatTheFirstFoundOut) {
  const auto cold = Load();
  EXPECT_THAT(Told(), ElementsAre(Event::kMissing, Event::kKept));
  EXPECT_FALSE(cold->load_times().hot);
  const auto hot = Load();
  EXPECT_THAT(Told(), ElementsAre(Event::kHot));
  EXPECT_TRUE(hot->load_times().hot);
  EXPECT_EQ(hot->load_times().trial, Nanos{0});
  EXPECT_EQ(hot->max_batch(), cold->max_batch());
  EXPECT_EQ(hot->signature().metadata.at("author"), "nobody");
  ASSERT_EQ(hot->latency().size(), 1u);
  EXPECT_EQ(hot->latency()[0].points().size(), cold->latency()[0].points().size());
  EXPECT_EQ(hot->latency()[0].Mean(1), cold->latency()[0].Mean(1)) << "measured once, not again";
  EXPECT_EQ(Answer(*hot), Answer(*cold));
}

TEST_F(HotLoading, AChangedModelIsNotServedFromWhatWasKeptOfTheFormerOne) {
  (void)Load();
  Write("m.fake", std::string(kModel) + "keep good\ncompute scale 3\n");
  (void)Told();
  EXPECT_EQ(Answer(*Load()), 63);
  EXPECT_THAT(Told(), ElementsAre(Event::kStale, Event::kKept, Event::kEvicted));
  EXPECT_EQ(Entries().size(), 1u) << "the superseded one is gone";
  EXPECT_EQ(Answer(*Load()), 63);
  EXPECT_THAT(Told(), ElementsAre(Event::kHot));
}

TEST_F(HotLoading, ATruncatedEntryIsDroppedAndMadeAnew) {
  (void)Load();
  std::filesystem::resize_file(Entries().at(0), std::filesystem::file_size(Entries().at(0)) - 3);
  (void)Told();
  EXPECT_EQ(Answer(*Load()), 42);
  EXPECT_THAT(Told(), ElementsAre(Event::kDamaged, Event::kKept));
  (void)Load();
  EXPECT_THAT(Told(), ElementsAre(Event::kHot));
}

TEST_F(HotLoading, AFlippedBitNeverReachesTheRuntime) {
  (void)Load();
  std::string file = ReadEntry();
  file[file.rfind("scale 2") + 6] = '6';  // a bit of the factor
  std::ofstream(Entries().at(0), std::ios::binary | std::ios::trunc) << file;
  (void)Told();
  EXPECT_EQ(Answer(*Load()), 42);
  EXPECT_THAT(Told(), ElementsAre(Event::kDamaged, Event::kKept));
}

TEST_F(HotLoading, WhatTheRuntimeRefusesIsDroppedAndMadeAnew) {
  (void)Load();
  ReplaceForm("nothing that the runtime knows");
  (void)Told();
  EXPECT_EQ(Answer(*Load()), 42);
  EXPECT_THAT(Told(), ElementsAre(Event::kRefused, Event::kKept));
}

TEST_F(HotLoading, AFormThatRunsSlowerIsNotKeptAndWhatWasFoundOutIs) {
  Model("keep slow");
  (void)Load();
  EXPECT_THAT(Told(), ElementsAre(Event::kMissing, Event::kKeptFacts));
  const auto hot = Load();
  EXPECT_THAT(Told(), ElementsAre(Event::kHot));
  EXPECT_TRUE(hot->load_times().hot);
  EXPECT_EQ(Answer(*hot), 42);
}

TEST_F(HotLoading, AFormThatAnswersDifferentlyIsNotKept) {
  Model("keep wrong");
  (void)Load();
  EXPECT_THAT(Told(), ElementsAre(Event::kMissing, Event::kKeptFacts));
  EXPECT_EQ(Answer(*Load()), 42);
}

TEST_F(HotLoading, AFormThatTheRuntimeDoesNotTakeBackIsNotKept) {
  Model("keep refused");
  (void)Load();
  EXPECT_THAT(Told(), ElementsAre(Event::kMissing, Event::kKeptFacts));
}

TEST_F(HotLoading, AKeptFormThatHasBecomeSlowerThanTheFileIsDropped) {
  (void)Load();
  ReplaceForm(std::string(kModel) + "keep slow\n");
  (void)Told();
  const auto version = Load();
  EXPECT_THAT(Told(), ElementsAre(Event::kSlower, Event::kKept));
  EXPECT_FALSE(version->load_times().hot);
}

TEST_F(HotLoading, ARuntimeWithoutAFormOfItsOwnStillKeepsWhatWasFoundOut) {
  Model("# it keeps nothing");
  (void)Load();
  EXPECT_THAT(Told(), ElementsAre(Event::kMissing, Event::kKeptFacts));
  EXPECT_TRUE(Load()->load_times().hot);
}

TEST_F(HotLoading, AFolderThatCannotBeWrittenMakesEveryLoadAColdOneAndNoneFails) {
  EXPECT_NE(Load(/*most_bytes=*/10), nullptr);
  EXPECT_THAT(Told(), ElementsAre(Event::kMissing, Event::kNotKept));
  EXPECT_NE(Load(10), nullptr);
  EXPECT_THAT(Told(), ElementsAre(Event::kMissing, Event::kNotKept));
}

TEST_F(HotLoading, AModelThatFailsLeavesNothingBehind) {
  Write("m.fake", "nonsense\n");
  const HotLoader loader(Folder(), [](const std::string&, Event) {});
  const auto version = loader.Load(found_, [] {}, {});
  ASSERT_FALSE(version);
  EXPECT_NE(version.error().message.find("m.fake"), std::string::npos);
  EXPECT_TRUE(Entries().empty());
  for (const auto& at : std::filesystem::directory_iterator(root_ / "cache"))
    EXPECT_NE(at.path().extension(), ".tmp") << at.path();
}

TEST_F(HotLoading, TwoServersThatStartOnOneFolderAtOnceBothServe) {
  {
    const std::jthread one([this] { EXPECT_EQ(Answer(*Load()), 42); });
    const std::jthread other([this] { EXPECT_EQ(Answer(*Load()), 42); });
  }
  EXPECT_EQ(Entries().size(), 1u);
  (void)Told();
  EXPECT_EQ(Answer(*Load()), 42);
  EXPECT_THAT(Told(), ElementsAre(Event::kHot));
}

}  // namespace
}  // namespace crossdock::model

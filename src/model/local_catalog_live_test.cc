// Changes of what is on disk and in the configuration while models serve.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/config.h"
#include "model/catalog_on_disk_test.h"

namespace crossdock::model {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class LiveChanges : public testing::CatalogOnDisk {
 protected:
  std::string ReasonOf(int version) const {
    const auto found = catalog_->Find("m", version);
    return found ? "serves" : found.error().message;
  }
  /// Everything that a client could see of the models, but for what is not yet in service.
  static std::string Described(const LocalCatalog& catalog) {
    std::string text;
    for (const VersionStatus& status : catalog.List()) {
      text += status.id.name + " " + std::to_string(status.id.version) + " " + Name(status.state) + " " + status.reason;
      if (const auto pin = catalog.Find(status.id.name, status.id.version)) {
        for (const auto* ports : {&(*pin)->signature().inputs, &(*pin)->signature().outputs}) {
          for (const engine::Port& port : *ports) text += " " + port.name + tensor::ToString(port.shape);
        }
        text += "\n" + config::ToYaml((*pin)->config());
      }
      text += "\n";
    }
    return text;
  }
};

TEST_F(LiveChanges, OnlyTheNewOneOfSeveralVersionsIsLoaded) {
  Write("m/model.yaml", "version_policy: all\n");
  ASSERT_TRUE(Load());
  const Pin first = Served("m", 1);
  Write("m/2/model.fake", kModel);
  ASSERT_TRUE(Load());
  EXPECT_EQ(Served("m", 1), first);
  EXPECT_EQ(Served()->id().version, 2);
}

TEST_F(LiveChanges, TheLatestTwoServeAndTheThirdGoes) {
  Write("m/model.yaml", "version_policy: latest 2\n");
  Write("m/2/model.fake", kModel);
  ASSERT_TRUE(Load());
  EXPECT_TRUE(Served("m", 1));
  Write("m/3/model.fake", kModel);
  ASSERT_TRUE(Load());
  EXPECT_FALSE(Served("m", 1));
  EXPECT_TRUE(Served("m", 2));
  EXPECT_EQ(Served()->id().version, 3);
}

TEST_F(LiveChanges, AReloadGivesWhatAFreshStartWould) {
  Write("gone/1/model.fake", kModel);
  Write("amended/1/model.fake", "no model");
  Begin();
  Write("m/model.yaml", "batching: {max_batch: 3}\n");
  Write("m/2/model.fake", "input x FP32 -1,2\noutput y FP32 -1,2\noutput more FP32 -1,2\n");
  Write("new/7/model.fake", kModel);
  Write("broken.fake", "nonsense");
  Write("amended/1/model.fake", kModel);
  Remove("gone");
  EXPECT_FALSE(Reload()) << "says that one is broken";
  const std::string reloaded = Described(*catalog_);
  Begin();
  EXPECT_EQ(reloaded, Described(*catalog_));
  EXPECT_THAT(reloaded, HasSubstr("amended 1 READY"));
}

TEST_F(LiveChanges, AReloadTakesOverTheConfigurationOfAConfiguredModel) {
  FoundVersion mine{"mine", 1, folder_ / "m/1/model.fake", {}};
  ASSERT_TRUE(Reload({mine}));
  mine.config.batching.max_batch = 3;
  ASSERT_TRUE(Reload({mine}));
  EXPECT_EQ(Served("mine")->max_batch(), 3);
  ASSERT_TRUE(Reload());
  EXPECT_EQ(catalog_->Find("mine", std::nullopt).error().code, ErrorCode::kNotFound);
}

TEST_F(LiveChanges, AReloadOfNothingNewLeavesEverythingAlone) {
  const Pin before = Served();
  ASSERT_TRUE(Reload());
  EXPECT_EQ(Served(), before);
}

TEST_F(LiveChanges, ARepositoryThatIsEmptyAllAtOnceIsTakenForLostStorage) {
  Remove("m");
  const Status reloaded = Reload();
  ASSERT_FALSE(reloaded);
  EXPECT_THAT(reloaded.error().message, HasSubstr("storage"));
  EXPECT_TRUE(Served());
}

TEST_F(LiveChanges, AWrongModelYamlIsReportedAndTheModelServesOn) {
  Write("m/model.yaml", "bathcing: {}\n");
  ASSERT_FALSE(Reload());
  EXPECT_TRUE(Served());
  EXPECT_THAT(Described(*catalog_), HasSubstr("m 1 READY"));
  EXPECT_THAT(Described(*catalog_), HasSubstr("bathcing"));
  Remove("m/model.yaml");
  ASSERT_TRUE(Reload());
  EXPECT_THAT(Described(*catalog_), Not(HasSubstr("bathcing")));
}

TEST_F(LiveChanges, AVersionThatWouldBreakItsCallersIsRefusedAndTheOldOneServesOn) {
  Write("m/2/model.fake", "input x FP32 -1,2\noutput z FP32 -1,2\n");
  const Status loaded = Load();
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error().message, HasSubstr("output \"y\" is missing"));
  EXPECT_EQ(Served()->id().version, 1);
  EXPECT_THAT(ReasonOf(2), HasSubstr("allowed_changes: [y]"));
  Write("m/model.yaml", "allowed_changes: [y]\n");
  ASSERT_TRUE(Load());
  EXPECT_EQ(Served()->id().version, 2);
}

TEST_F(LiveChanges, AFileReplacedInPlaceMustFitToo) {
  Write("m/1/model.fake", "input x FP32 -1,3\noutput y FP32 -1,3\n");
  EXPECT_FALSE(Load());
  EXPECT_EQ(Served()->signature().inputs[0].shape, (tensor::Shape{-1, 2}));
}

TEST_F(LiveChanges, AnOlderVersionThatAnswersNobodyMayDiffer) {
  Write("m/2/model.fake", kModel);
  ASSERT_TRUE(Load());
  Write("m/1/model.fake", "input other FP32 -1,3\noutput y FP32 -1,3\n");
  Write("m/model.yaml", "version_policy: all\n");
  EXPECT_TRUE(Load());
  EXPECT_TRUE(Served("m", 1));
}

TEST_F(LiveChanges, AVersionThatBreaksTheContractIsRefusedAtTheStartToo) {
  Write("m/contract.yaml", "outputs: [{name: y, dtype: FP32, shape: [-1, 5]}]\n");
  EXPECT_FALSE(Load());
  EXPECT_TRUE(Served()) << "the one that serves is not taken away";
  Begin();
  EXPECT_FALSE(Served());
  EXPECT_THAT(ReasonOf(1), HasSubstr("output \"y\" is FP32[1,2], and the contract says FP32[-1,5]"));
  Write("m/contract.yaml", "outputs: [{name: y, dtype: FP32, shape: [-1, 2]}]\n");
  EXPECT_TRUE(Load());
}

TEST_F(LiveChanges, AVersionForAnotherProcessorIsRefusedNamingTheFeature) {
  Write("m/2/model.fake", kModel);
  Write("m/2/manifest.yaml", "required_features: [avx1024_of_tomorrow]\n");
  EXPECT_FALSE(Load());
  EXPECT_EQ(Served()->id().version, 1);
  EXPECT_THAT(ReasonOf(2), HasSubstr("lacks avx1024_of_tomorrow"));
}

TEST_F(LiveChanges, FilesThatChangeWhileTheyAreLoadedAreNotServed) {
  LocalCatalog::Options options;
  bool growing = false;
  options.loading.load = [&](const FoundVersion& found, const std::function<void()>& warming, std::stop_token stop) {
    auto loaded = LoadVersion(found, warming, std::move(stop));
    if (growing) std::ofstream(found.file, std::ios::app) << "# more\n";
    return loaded;
  };
  Begin(std::move(options));
  Write("m/2/model.fake", kModel);
  growing = true;
  EXPECT_FALSE(Load());
  EXPECT_EQ(Served()->id().version, 1);
  EXPECT_THAT(ReasonOf(2), HasSubstr("changed while it was loaded"));
  growing = false;
  EXPECT_TRUE(Load());
  EXPECT_EQ(Served()->id().version, 2);
}

TEST_F(LiveChanges, WhoHoldsAnUnloadedModelKeepsItAndTheNextMayTryAgain) {
  const Pin held = Served();
  ASSERT_TRUE(Unload());
  EXPECT_EQ(held->signature().inputs.size(), 1U);
  const auto next = catalog_->Find("m", std::nullopt);
  ASSERT_FALSE(next);
  EXPECT_EQ(next.error().code, ErrorCode::kUnavailable) << "not executed: safe to send again";
  EXPECT_EQ(next.error().reason, Reason::kModelNotReady);
  EXPECT_THAT(Described(*catalog_), HasSubstr("m 1 UNAVAILABLE unloaded"));
  ASSERT_TRUE(Load());
  EXPECT_TRUE(Served());
}

/// The same with a watch, whose clock the tests turn.
class LiveWatch : public LiveChanges {
 protected:
  void SetUp() override {
    LiveChanges::SetUp();
    LocalCatalog::Options options;
    options.watch_period = std::chrono::seconds(1);
    options.clock = &clock_;
    Begin(std::move(options));
  }
  template <class Condition>
  void TurnUntil(Condition condition) {
    while (!condition()) clock_.Advance(std::chrono::seconds(1));
  }
  VirtualClock clock_;
};

TEST_F(LiveWatch, NewVersionsNewModelsAndNewConfigurationsAreTakenUp) {
  Write("m/2/model.fake", kModel);
  TurnUntil([&] { return Served()->id().version == 2; });
  Write("n.fake", kModel);
  TurnUntil([&] { return Served("n") != nullptr; });
  Write("m/model.yaml", "batching: {max_batch: 3}\n");
  TurnUntil([&] { return Served()->max_batch() == 3; });
  Remove("n.fake");
  TurnUntil([&] { return !Served("n"); });
}

TEST_F(LiveWatch, AnUnloadedModelStaysAwayUntilItsFilesChange) {
  ASSERT_TRUE(Unload());
  Write("n.fake", kModel);
  TurnUntil([&] { return Served("n") != nullptr; });
  EXPECT_FALSE(Served());
  Write("m/2/model.fake", kModel);
  TurnUntil([&] { return Served() != nullptr; });
}

TEST_F(LiveWatch, AVersionThatIsStillBeingCopiedIsNotTakenUp) {
  Write("m/2/weights.bin.part", "half");
  Write("m/2/model.fake", kModel);
  Write("n.fake", kModel);
  TurnUntil([&] { return Served("n") != nullptr; });
  EXPECT_EQ(Served()->id().version, 1);
  std::filesystem::rename(folder_ / "m/2/weights.bin.part", folder_ / "m/2/weights.bin");
  TurnUntil([&] { return Served()->id().version == 2; });
}

}  // namespace
}  // namespace crossdock::model

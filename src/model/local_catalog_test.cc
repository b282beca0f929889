#include "model/local_catalog.h"

#include <gtest/gtest.h>

#include "engine/fake/fake_session.h"
#include "model/catalog_on_disk_test.h"

namespace crossdock::model {
namespace {

using testing::Ask;
using testing::CatalogOnDisk;

/// Loads fake sessions; a model named "bad" fails.
class FakeLoader {
 public:
  Result<std::unique_ptr<const Version>> operator()(const FoundVersion& found, const std::function<void()>& warming,
                                                    std::stop_token stop) {
    if (found.name == "bad")
      return Error{ErrorCode::kInvalidArgument, "bad.onnx: operator Frobnicate is not known", "", Reason::kModelFailed};
    static RealClock clock;
    auto session =
        std::make_unique<engine::fake::FakeSession>(engine::fake::IdentityModel(4, Nanos{0}, Nanos{0}), clock);
    return MakeVersion(found, std::move(session), "fake", "1", warming, stop);
  }
};

std::unique_ptr<LocalCatalog> Catalog(std::vector<std::string> names) {
  LocalCatalog::Options options;
  for (auto& name : names) options.configured.push_back({std::move(name), 1, "m.fake", {}});
  options.loading.load = FakeLoader();
  auto catalog = LocalCatalog::Create(std::move(options)).value();
  catalog->WaitSettled({});
  return catalog;
}

TEST(LocalCatalog, ServesWhatLoadedAndSaysWhyTheRestDidNot) {
  const auto catalog = Catalog({"good", "bad"});
  EXPECT_TRUE(catalog->Find("good", std::nullopt));
  const auto bad = catalog->Find("bad", std::nullopt);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, ErrorCode::kUnavailable);
  EXPECT_NE(bad.error().message.find("Frobnicate"), std::string::npos);
  EXPECT_EQ(catalog->Find("ghost", std::nullopt).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(catalog->Find("good", 7).error().code, ErrorCode::kNotFound);
}

TEST(LocalCatalog, AConfiguredModelThatFailedMeansNotReady) {
  EXPECT_TRUE(Catalog({"good"})->ready());
  EXPECT_FALSE(Catalog({"good", "bad"})->ready());
  EXPECT_TRUE(Catalog({})->ready());
}

TEST(LocalCatalog, AHeldVersionOutlivesItsUnloadAndItsCatalog) {
  auto catalog = Catalog({"good"});
  const Pin held = catalog->Find("good", std::nullopt).value();
  EXPECT_TRUE(Ask([&](auto done) { catalog->Unload("good", std::move(done)); }));
  EXPECT_FALSE(catalog->Find("good", std::nullopt));
  EXPECT_EQ(held->signature().inputs.size(), 1u);
  catalog.reset();
  EXPECT_EQ(held->id().name, "good");
}

TEST(LocalCatalog, AnUnloadedModelCanBeLoadedAgain) {
  const auto catalog = Catalog({"good"});
  EXPECT_TRUE(Ask([&](auto done) { catalog->Unload("good", std::move(done)); }));
  EXPECT_TRUE(Ask([&](auto done) { catalog->Load("good", std::move(done)); }));
  EXPECT_TRUE(catalog->Find("good", std::nullopt));
  EXPECT_EQ(Ask([&](auto done) { catalog->Load("ghost", std::move(done)); }).error().code, ErrorCode::kNotFound);
}

TEST(LocalCatalog, AReloadSwapsTheVersionWithoutAMomentInBetween) {
  const auto catalog = Catalog({"good"});
  const Pin before = catalog->Find("good", std::nullopt).value();
  EXPECT_TRUE(Ask([&](auto done) { catalog->Load("good", std::move(done)); }));
  const Pin after = catalog->Find("good", std::nullopt).value();
  EXPECT_NE(before, after);
}

/// Loads and remembers in which order it was asked to.
class Recording {
 public:
  Result<std::unique_ptr<const Version>> operator()(const FoundVersion& found, const std::function<void()>& warming,
                                                    std::stop_token stop) {
    order_->Lock()->push_back(found.name);
    return FakeLoader()(found, warming, std::move(stop));
  }
  std::vector<std::string> order() const { return *order_->Lock(); }

 private:
  std::shared_ptr<Guarded<std::vector<std::string>>> order_ = std::make_shared<Guarded<std::vector<std::string>>>();
};

TEST(LocalCatalog, CriticalModelsAreLoadedFirstThenByDeclaredPriority) {
  LocalCatalog::Options options;
  const Recording recording;
  options.loading.load = recording;
  const auto add = [&](const char* name, const char* tier, int priority) {
    FoundVersion version{name, 1, "m.fake", {}};
    version.config.tier = tier;
    version.config.load_priority = priority;
    options.configured.push_back(std::move(version));
  };
  add("night", "batch", 100);
  add("text", "normal", 0);
  add("lines", "normal", 1);
  add("codes", "critical", 0);
  const auto catalog = LocalCatalog::Create(std::move(options)).value();
  catalog->WaitSettled({});
  EXPECT_EQ(recording.order(), (std::vector<std::string>{"codes", "lines", "text", "night"}));
}

TEST(LocalCatalog, ManyModelsThatLoadAtOnceAllServe) {
  LocalCatalog::Options options;
  options.loading.load = FakeLoader();
  options.at_once = 8;
  for (int i = 0; i < 60; ++i) options.configured.push_back({"m" + std::to_string(i), 1, "m.fake", {}});
  const auto catalog = LocalCatalog::Create(std::move(options)).value();
  catalog->WaitSettled({});
  EXPECT_TRUE(catalog->ready());
  for (int i = 0; i < 60; ++i) EXPECT_TRUE(catalog->Find("m" + std::to_string(i), std::nullopt)) << i;
}

TEST(LocalCatalog, AModelThatWaitsForAnIdleMomentHoldsUpNobodyAndIsLoadedWhenItComes) {
  LocalCatalog::Options options;
  options.loading.load = FakeLoader();
  options.configured.push_back({"now", 1, "m.fake", {}});
  FoundVersion later{"later", 1, "m.fake", {}};
  later.config.load = "idle";
  options.configured.push_back(later);
  const auto catalog = LocalCatalog::Create(std::move(options)).value();
  catalog->WaitSettled({});
  EXPECT_TRUE(catalog->ready());
  EXPECT_EQ(catalog->waiting_for_idle(), std::vector<std::string>{"later"});
  const auto early = catalog->Find("later", std::nullopt);
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().reason, Reason::kModelNotReady);
  EXPECT_NE(early.error().message.find("idle"), std::string::npos);
  EXPECT_TRUE(Ask([&](auto done) { catalog->Load("later", std::move(done)); }));
  EXPECT_TRUE(catalog->Find("later", std::nullopt));
}

TEST_F(CatalogOnDisk, LoadingAnUnchangedModelLeavesItAlone) {
  const Pin before = catalog_->Find("m", std::nullopt).value();
  EXPECT_TRUE(Load());
  EXPECT_EQ(catalog_->Find("m", std::nullopt).value(), before);
  Write("m/1/model.fake", std::string(kModel) + "slots 2\n");
  EXPECT_TRUE(Load());
  EXPECT_EQ(catalog_->Find("m", std::nullopt).value()->session().slots(), 2);
}

TEST_F(CatalogOnDisk, ANewVersionTakesOverAndTheOldOneGoes) {
  Write("m/2/model.fake", kModel);
  EXPECT_TRUE(Load());
  EXPECT_EQ(catalog_->Find("m", std::nullopt).value()->id().version, 2);
  EXPECT_FALSE(catalog_->Find("m", 1));
}

TEST_F(CatalogOnDisk, ABrokenNewVersionIsReportedAndTheOldOneServesOn) {
  Write("m/2/model.fake", "input x FP99 -1\n");
  const Status loaded = Load();
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().message.find("line 1"), std::string::npos) << loaded.error().message;
  EXPECT_EQ(catalog_->Find("m", std::nullopt).value()->id().version, 1);
  EXPECT_EQ(catalog_->Find("m", 2).error().reason, Reason::kModelFailed);
}

TEST_F(CatalogOnDisk, AModelBrokenInPlaceIsReportedAndServesOn) {
  Write("m/1/model.fake", "nonsense\n");
  EXPECT_FALSE(Load());
  EXPECT_TRUE(catalog_->Find("m", std::nullopt));
}

TEST_F(CatalogOnDisk, AVanishedRepositoryIsReportedAndItsModelsServeOn) {
  std::filesystem::remove_all(folder_);
  EXPECT_FALSE(Load());
  EXPECT_TRUE(catalog_->Find("m", std::nullopt));
}

}  // namespace
}  // namespace crossdock::model

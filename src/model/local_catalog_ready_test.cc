// When the server may be sent requests, by what its models do.
#include <latch>

#include <gtest/gtest.h>

#include "model/catalog_on_disk_test.h"

namespace crossdock::model {
namespace {

class Readiness : public testing::CatalogOnDisk {
 protected:
  void TearDown() override {
    Release();
    CatalogOnDisk::TearDown();
  }
  /// A loader whose models stand in their warm-up until they are released.
  LocalCatalog::Options Held(const std::string& model) {
    LocalCatalog::Options options;
    options.repository = folder_;
    options.loading.load = [this, model](const FoundVersion& found, const std::function<void()>& warming,
                                         std::stop_token stop) -> Result<std::unique_ptr<const Version>> {
      return LoadVersion(
          found,
          [&] {
            warming();
            if (found.name != model) return;
            warming_.count_down();
            released_.wait();
          },
          std::move(stop));
    };
    return options;
  }
  void Release() {
    if (!released_.try_wait()) released_.count_down();
  }
  std::latch warming_{1};
  std::latch released_{1};
};

TEST_F(Readiness, ComesOnlyAfterTheWarmUp) {
  catalog_ = LocalCatalog::Create(Held("m")).value();
  warming_.wait();
  EXPECT_FALSE(catalog_->ready());
  EXPECT_EQ(catalog_->List().at(0).state, VersionState::kWarming);
  const auto early = catalog_->Find("m", std::nullopt);
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().reason, Reason::kModelNotReady);
  Release();
  catalog_->WaitSettled({});
  EXPECT_TRUE(catalog_->ready());
  EXPECT_TRUE(Served());
}

TEST_F(Readiness, LoadingOneMoreModelKeepsTheServerReady) {
  Begin(Held("late"));
  Write("late/1/model.fake", kModel);
  std::promise<Status> loaded;
  catalog_->Reload({{"late", 1, folder_ / "late/1/model.fake", {}}},
                   [&](Status status) { loaded.set_value(std::move(status)); });
  warming_.wait();
  EXPECT_TRUE(catalog_->ready()) << "what serves goes on serving";
  EXPECT_TRUE(Served());
  Release();
  loaded.get_future().wait();
  EXPECT_TRUE(Served("late"));
}

TEST_F(Readiness, AModelConfiguredLaterCountsOnceItHasServed) {
  const FoundVersion late{"late", 1, folder_ / "m/1/model.fake", {}};
  EXPECT_FALSE(Reload({{"late", 1, folder_ / "nothing.fake", {}}}));
  EXPECT_TRUE(catalog_->ready());
  ASSERT_TRUE(Reload({late}));
  ASSERT_TRUE(Unload("late"));
  EXPECT_FALSE(catalog_->ready());
}

TEST_F(Readiness, ARepositoryWhoseModelsAllFailedIsNotReady) {
  Write("m/1/model.fake", "nonsense");
  Begin();
  EXPECT_TRUE(catalog_->settled());
  EXPECT_FALSE(catalog_->ready());
}

TEST_F(Readiness, AServerWithEverythingUnloadedIsNotReady) {
  EXPECT_TRUE(catalog_->ready());
  ASSERT_TRUE(Unload());
  EXPECT_FALSE(catalog_->ready());
  ASSERT_TRUE(Load());
  EXPECT_TRUE(catalog_->ready());
}

TEST_F(Readiness, AStopDoesNotWaitForALoadThatCannotBeInterrupted) {
  Write("m/2/model.fake", kModel);
  Write("m/model.yaml", "version_policy: all\n");
  catalog_ = LocalCatalog::Create(Held("m")).value();
  warming_.wait();
  EXPECT_FALSE(catalog_->Stop(std::chrono::milliseconds(0)));
  Release();
  EXPECT_TRUE(catalog_->Stop(std::chrono::minutes(1)));
  EXPECT_FALSE(Served("m", 2)) << "the next load was not begun";
}

}  // namespace
}  // namespace crossdock::model

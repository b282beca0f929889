#include "store/committer.h"

#include <unistd.h>

#include <future>
#include <latch>
#include <string>

#include <gtest/gtest.h>

namespace crossdock::store {
namespace {

class Committing : public ::testing::Test {
 protected:
  Committing()
      : folder_(std::filesystem::path(::testing::TempDir()) / ("crossdock_committer_" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~Committing() override { std::filesystem::remove_all(folder_); }
  std::unique_ptr<Committer> Start(int64_t most_bytes = 0, size_t most_waiting = 100'000) {
    auto database = *Database::Open(folder_ / "test.db", {.most_bytes = most_bytes});
    EXPECT_TRUE(database->Execute("CREATE TABLE IF NOT EXISTS things(id INTEGER PRIMARY KEY, bytes BLOB)"));
    return std::make_unique<Committer>(std::move(database), Committer::Options{.most_waiting = most_waiting});
  }
  static Committer::Work Insert(int64_t id, size_t size = 10) {
    return [id, text = std::string(size, 'x')](Database& database) {
      return database.Execute("INSERT INTO things VALUES(?,?)", {id, std::as_bytes(std::span(text))});
    };
  }
  /// Keeps the committer's thread busy until the latch opens, so that what follows waits together.
  static void Hold(Committer& committer, std::latch& open) {
    auto begun = std::make_shared<std::promise<void>>();
    auto ready = begun->get_future();
    committer.Submit(
        [begun, &open, told = false](Database&) mutable -> Status {
          if (!std::exchange(told, true)) begun->set_value();
          open.wait();
          return {};
        },
        [](const Status&) {});
    ready.wait();
  }
  int64_t Count() {
    int64_t count = -1;
    EXPECT_TRUE((*Database::Open(folder_ / "test.db", {}))
                    ->Query("SELECT count(*) FROM things", {}, [&](const Row& row) -> Status {
                      count = row.Integer(0);
                      return {};
                    }));
    return count;
  }
  const std::filesystem::path folder_;
};

TEST_F(Committing, ABurstCostsFewSyncs) {
  auto committer = Start();
  std::latch open(1);
  Hold(*committer, open);
  std::atomic<int> kept = 0;
  for (int i = 0; i < 1000; ++i) committer->Submit(Insert(i), [&](const Status& status) { kept += status ? 1 : 0; });
  const uint64_t before = committer->commits();
  open.count_down();
  committer->Stop();
  EXPECT_EQ(kept, 1000);
  EXPECT_LE(committer->commits() - before, 6u) << "1000 pieces, 256 in one commit, and the one that held them up";
  committer.reset();
  EXPECT_EQ(Count(), 1000);
}

TEST_F(Committing, AnErrorOfOnePieceHarmsNoOther) {
  auto committer = Start();
  std::latch open(1);
  Hold(*committer, open);
  std::vector<ErrorCode> failed;
  std::atomic<int> kept = 0;
  for (const int64_t id : {1, 2, 1, 3}) {
    committer->Submit(Insert(id), [&](const Status& status) {
      if (status)
        ++kept;
      else
        failed.push_back(status.error().code);
    });
  }
  open.count_down();
  committer.reset();
  EXPECT_EQ(kept, 3);
  EXPECT_EQ(failed, std::vector{ErrorCode::kAlreadyExists});
  EXPECT_EQ(Count(), 3);
}

TEST_F(Committing, OnePieceThatDoesNotFitTheDiskHarmsNoOther) {
  auto committer = Start(200 << 10);
  std::latch open(1);
  Hold(*committer, open);
  std::atomic<int> kept = 0;
  std::atomic<int> full = 0;
  const auto count = [&](const Status& status) {
    if (status)
      ++kept;
    else if (status.error().reason == Reason::kDiskFull)
      ++full;
  };
  committer->Submit(Insert(1), count);
  committer->Submit(Insert(2, 1 << 20), count);
  committer->Submit(Insert(3), count);
  open.count_down();
  committer.reset();
  EXPECT_EQ(kept, 2);
  EXPECT_EQ(full, 1);
  EXPECT_EQ(Count(), 2);
}

TEST_F(Committing, RefusesBeyondItsBoundAndAfterAStop) {
  auto committer = Start(0, 1);
  std::latch open(1);
  Hold(*committer, open);
  std::atomic<int> kept = 0;
  committer->Submit(Insert(1), [&](const Status& status) { kept += status ? 1 : 0; });
  Status told;
  committer->Submit(Insert(2), [&](Status status) { told = std::move(status); });
  ASSERT_FALSE(told);
  EXPECT_EQ(told.error().reason, Reason::kQueueFull);
  open.count_down();
  committer->Stop();
  EXPECT_EQ(kept, 1) << "what waited is done before the end";
  committer->Submit(Insert(3), [&](Status status) { told = std::move(status); });
  EXPECT_EQ(told.error().reason, Reason::kShuttingDown);
}

}  // namespace
}  // namespace crossdock::store

#include "store/database.h"

#include <unistd.h>

#include <fstream>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crossdock::store {
namespace {

using ::testing::HasSubstr;

std::span<const std::byte> AsBytes(std::string_view text) { return std::as_bytes(std::span(text)); }

class Stored : public ::testing::Test {
 protected:
  Stored()
      : folder_(std::filesystem::path(::testing::TempDir()) / ("crossdock_database_" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~Stored() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path file() const { return folder_ / "jobs.db"; }
  std::unique_ptr<Database> Open(const Database::Options& options = {}) {
    auto opened = Database::Open(file(), options);
    EXPECT_TRUE(opened) << (opened ? "" : opened.error().message);
    return opened ? *std::move(opened) : nullptr;
  }
  static int64_t Count(Database& database) {
    int64_t count = -1;
    EXPECT_TRUE(database.Query("SELECT count(*) FROM things", {}, [&](const Row& row) -> Status {
      count = row.Integer(0);
      return {};
    }));
    return count;
  }
  const std::filesystem::path folder_;
};

TEST_F(Stored, WhatWasCommittedIsThereAgainInEveryKind) {
  const std::string zeros("a\0b", 3);
  {
    const auto database = Open();
    ASSERT_TRUE(database->Execute("CREATE TABLE things(number INTEGER, text TEXT, bytes BLOB, none TEXT)"));
    ASSERT_TRUE(database->Execute("INSERT INTO things VALUES(?,?,?,?)",
                                  {int64_t{-5}, std::string_view("绿色 ž"), AsBytes(zeros), nullptr}));
    ASSERT_TRUE(database->Execute("INSERT INTO things VALUES(?,?,?,?)",
                                  {int64_t{0}, std::string_view(), AsBytes(""), nullptr}));
  }
  int seen = 0;
  ASSERT_TRUE(Open()->Query("SELECT * FROM things ORDER BY number", {}, [&](const Row& row) -> Status {
    if (seen++ == 0) {
      EXPECT_EQ(row.Integer(0), -5);
      EXPECT_EQ(row.Text(1), "绿色 ž");
      EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(row.Bytes(2).data()), row.Bytes(2).size()), zeros);
      EXPECT_TRUE(row.IsNull(3));
    } else {
      EXPECT_FALSE(row.IsNull(1));
      EXPECT_TRUE(row.Bytes(2).empty());
    }
    return {};
  }));
  EXPECT_EQ(seen, 2);
}

TEST_F(Stored, NothingButTheFileAndItsLogIsWritten) {
  const auto database = Open();
  ASSERT_TRUE(database->Execute("CREATE TABLE things(number INTEGER)"));
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) names.insert(entry.path().filename());
  EXPECT_EQ(names, (std::set<std::string>{"jobs.db", "jobs.db-wal"}));
}

TEST_F(Stored, ASecondServerOnTheSameFolderIsRefused) {
  const auto first = Open();
  const auto second = Database::Open(file(), {});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(second.error().message, HasSubstr("another server"));
}

TEST_F(Stored, AFullFileRefusesAndServesAgainAfterSomethingWasDeleted) {
  const auto database = Open({.most_bytes = 256 << 10});
  ASSERT_TRUE(database->Execute("CREATE TABLE things(bytes BLOB)"));
  const std::string large(50'000, 'x');
  Status status;
  int kept = 0;
  while ((status = database->Execute("INSERT INTO things VALUES(?)", {AsBytes(large)}))) ASSERT_LT(++kept, 20);
  EXPECT_EQ(status.error().reason, Reason::kDiskFull);
  EXPECT_EQ(Count(*database), kept);
  ASSERT_TRUE(database->Execute("DELETE FROM things WHERE rowid = 1"));
  EXPECT_TRUE(database->Execute("INSERT INTO things VALUES(?)", {AsBytes(large)}));
}

TEST_F(Stored, WhatIsNoDatabaseIsSaidSo) {
  std::ofstream(file()) << std::string(10'000, 'j');
  const auto opened = Database::Open(file(), {});
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().message, HasSubstr(file().string()));
  const auto nowhere = Database::Open(folder_ / "missing" / "jobs.db", {});
  ASSERT_FALSE(nowhere);
  EXPECT_THAT(nowhere.error().message, HasSubstr("folder"));
}

}  // namespace
}  // namespace crossdock::store

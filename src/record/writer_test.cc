#include "record/writer.h"

#include <filesystem>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/scratch_folder_test.h"
#include "config/config.h"
#include "record/reader.h"
#include "record/sample_record_test.h"

namespace crossdock::record {
namespace {

LogConfig ConfigIn(const std::filesystem::path& folder) {
  LogConfig config;
  config.enabled = true;
  config.folder = folder / "log";
  config.sample = 1;
  return config;
}

std::vector<Record> ReadFolder(const std::filesystem::path& folder) {
  std::vector<Record> records;
  for (const auto& file : LogFiles(folder)) {
    auto reader = Reader::Open(file);
    EXPECT_TRUE(reader);
    while (auto record = reader->Next()) records.push_back(std::move(*record));
    EXPECT_EQ(reader->counts().damaged, 0U);
    EXPECT_FALSE(reader->counts().torn_tail);
  }
  return records;
}

/// Gives the writer the time it needs; the test's own time limit ends a wait in vain.
void WaitUntilSettled(const Writer& writer, uint64_t offered) {
  for (;;) {
    const Writer::Counts counts = writer.counts();
    if (counts.written + counts.dropped + counts.failed >= offered) return;
    std::this_thread::yield();
  }
}

TEST(Writer, WritesWhatWaitsBeforeItEnds) {
  const ScratchFolder folder;
  const LogConfig config = ConfigIn(folder.path());
  {
    auto writer = Writer::Open(config);
    ASSERT_TRUE(writer) << writer.error().message;
    for (int i = 0; i < 100; ++i) (*writer)->Offer(SampleRecord(i));
  }
  const auto records = ReadFolder(config.folder);
  ASSERT_EQ(records.size(), 100U);
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(Same(records[static_cast<size_t>(i)], SampleRecord(i)));
}

TEST(Writer, DropsAndCountsWhatDoesNotFitAndNeverLosesCount) {
  const ScratchFolder folder;
  LogConfig config = ConfigIn(folder.path());
  config.max_queued = 1;
  auto writer = Writer::Open(config);
  ASSERT_TRUE(writer);
  for (int i = 0; i < 500; ++i) (*writer)->Offer(SampleRecord(i));
  WaitUntilSettled(**writer, 500);
  const Writer::Counts counts = (*writer)->counts();
  EXPECT_EQ(counts.written + counts.dropped, 500U);
  EXPECT_EQ(ReadFolder(config.folder).size(), counts.written);
}

TEST(Writer, DropsARecordLargerThanTheQueueOrAFile) {
  const ScratchFolder folder;
  LogConfig config = ConfigIn(folder.path());
  config.file_bytes = 1 << 16;
  config.max_queued_bytes = 1 << 20;
  auto writer = Writer::Open(config);
  ASSERT_TRUE(writer);
  (*writer)->Offer(SampleRecord(0, 200'000));  // 2.4 MB: the queue
  EXPECT_EQ((*writer)->counts().dropped, 1U);
  (*writer)->Offer(SampleRecord(1, 20'000));  // 240 kB: a file
  (*writer)->Offer(SampleRecord(2));
  WaitUntilSettled(**writer, 3);
  EXPECT_EQ((*writer)->counts().dropped, 2U);
  EXPECT_EQ((*writer)->counts().written, 1U);
}

TEST(Writer, BeginsNewFilesAndDeletesTheOldest) {
  const ScratchFolder folder;
  LogConfig config = ConfigIn(folder.path());
  config.file_bytes = 1 << 16;
  config.total_bytes = 3 << 16;
  config.max_queued = 1000;
  {
    auto writer = Writer::Open(config);
    ASSERT_TRUE(writer);
    for (int i = 0; i < 100; ++i) (*writer)->Offer(SampleRecord(i, 1000));  // 12 kB each
    WaitUntilSettled(**writer, 100);
    EXPECT_EQ((*writer)->counts().written, 100U);
  }
  int64_t total = 0;
  for (const auto& file : LogFiles(config.folder)) {
    const auto size = static_cast<int64_t>(std::filesystem::file_size(file));
    EXPECT_LE(size, config.file_bytes);
    total += size;
  }
  EXPECT_LE(total, config.total_bytes);
  const auto records = ReadFolder(config.folder);
  ASSERT_GE(records.size(), 10U);
  EXPECT_EQ(records.back().request_id, "r-99");
}

TEST(Writer, StartsANewFileAtEachStart) {
  const ScratchFolder folder;
  const LogConfig config = ConfigIn(folder.path());
  for (int i = 0; i < 3; ++i) (*Writer::Open(config))->Offer(SampleRecord(i));
  EXPECT_EQ(LogFiles(config.folder).size(), 3U);
  EXPECT_EQ(ReadFolder(config.folder).size(), 3U);
}

TEST(Writer, LetsNobodyElseReadWhatItKeeps) {
  const ScratchFolder folder;
  const LogConfig config = ConfigIn(folder.path());
  ASSERT_TRUE(Writer::Open(config));
  using std::filesystem::perms;
  const perms others = perms::group_all | perms::others_all;
  EXPECT_EQ(std::filesystem::status(config.folder).permissions() & others, perms::none);
  EXPECT_EQ(std::filesystem::status(LogFiles(config.folder).at(0)).permissions() & others, perms::none);
}

TEST(Writer, CountsWhatTheDiskRefusesAndGoesOn) {
  const ScratchFolder folder;
  LogConfig config = ConfigIn(folder.path());
  config.file_bytes = 1 << 16;
  auto writer = Writer::Open(config);
  ASSERT_TRUE(writer);
  std::filesystem::remove_all(config.folder);
  for (int i = 0; i < 12; ++i) (*writer)->Offer(SampleRecord(i, 1000));
  WaitUntilSettled(**writer, 12);
  EXPECT_GT((*writer)->counts().failed, 0U);
  std::filesystem::create_directories(config.folder);
  const uint64_t before = (*writer)->counts().written;
  (*writer)->Offer(SampleRecord(13));
  WaitUntilSettled(**writer, 13);
  EXPECT_EQ((*writer)->counts().written, before + 1);
}

TEST(Writer, SaysWhyTheFolderCannotBeMade) {
  LogConfig config;
  config.enabled = true;
  config.folder = "/proc/no/such";
  const auto writer = Writer::Open(config);
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().code, ErrorCode::kUnavailable);
}

TEST(Sampler, DrawsTheSameSequenceFromTheSameSeedAndAboutTheAskedShare) {
  Sampler a(0.25, 7), b(0.25, 7), c(0.25, 8), never(0, 1), always(1, 1);
  int yes = 0;
  bool other = false;
  for (int i = 0; i < 10'000; ++i) {
    const bool drawn = a.Draw();
    EXPECT_EQ(drawn, b.Draw());
    other = other || drawn != c.Draw();
    yes += drawn ? 1 : 0;
    EXPECT_FALSE(never.Draw());
    EXPECT_TRUE(always.Draw());
  }
  EXPECT_TRUE(other);
  EXPECT_NEAR(yes, 2500, 200);
}

TEST(LogConfig, IsOffUnlessAskedForAndRefusesATotalThatHoldsNoTwoFiles) {
  EXPECT_FALSE(config::ParseYaml<LogConfig>("", "c")->enabled);
  const auto config = config::ParseYaml<LogConfig>("{file_bytes: 1000000, total_bytes: 1000000}", "c");
  ASSERT_FALSE(config);
  EXPECT_EQ(config.error().field, "total_bytes");
}

}  // namespace
}  // namespace crossdock::record

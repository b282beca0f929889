// What a kill leaves: the log cut at every byte, and a writing process that is killed for real.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <future>
#include <iterator>
#include <random>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "jobs/test_folder.h"

namespace crossdock::jobs {
namespace {

namespace fs = std::filesystem;

std::string PictureBytes(const std::string& id) {
  std::string bytes;
  while (bytes.size() < 700) bytes += "picture of " + id + ". ";
  return bytes;
}

std::string Slurp(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void Spill(const fs::path& file, std::string_view bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

Status Accept(Journal& journal, const std::string& id) {
  std::promise<Status> promise;
  journal.Accept(RecordOf(id), {PictureOf(PictureBytes(id))},
                 [&](Status status) { promise.set_value(std::move(status)); });
  return promise.get_future().get();
}

/// Every open job of the journal is whole: its record and its picture.
::testing::AssertionResult AllWhole(Journal& journal, const std::vector<Record>& open) {
  for (const Record& record : open) {
    if (record.waybill != "waybill of " + record.id)
      return ::testing::AssertionFailure() << record.id << " has another's waybill";
    std::promise<Result<Journal::Loaded>> promise;
    journal.Begin(record.id, [&](Result<Journal::Loaded> loaded) { promise.set_value(std::move(loaded)); });
    const auto loaded = promise.get_future().get();
    if (!loaded) return ::testing::AssertionFailure() << record.id << ": " << loaded.error().message;
    if (loaded->pictures.size() != 1 || BytesOf(loaded->pictures[0]) != PictureBytes(record.id))
      return ::testing::AssertionFailure() << record.id << " has another picture";
  }
  return ::testing::AssertionSuccess();
}

TEST(JournalCrash, ALogCutAtAnyByteHoldsEveryJobThatWasToldAsAcceptedBefore) {
  const Journal::Options small{.page_bytes = 512};
  const TestFolder written("crossdock_cut_from");
  const TestFolder cut("crossdock_cut_to");
  const fs::path log = written.path / "jobs.db-wal";
  std::string database;
  std::string whole;
  std::vector<size_t> acknowledged;  // bytes of the log when job i was told as accepted
  {
    auto journal = *Journal::Open(written.path, small);
    for (int i = 0; i < 5; ++i) {
      ASSERT_TRUE(Accept(*journal, "job-" + std::to_string(i)));
      acknowledged.push_back(fs::file_size(log));
    }
    database = Slurp(written.path / "jobs.db");
    whole = Slurp(log);  // as a kill would leave them: the journal is still open
  }
  ASSERT_GT(whole.size(), acknowledged[0]);
  fs::create_directories(cut.path);
  // From where the tables are: below that lies the making of the file, before anybody was served.
  size_t tried = 0;
  for (size_t size = acknowledged[0] - 3000; size <= whole.size(); ++size) {
    // Every byte around the ends of the commits, every 23rd between them.
    const bool near_end = std::any_of(acknowledged.begin(), acknowledged.end(),
                                      [&](size_t end) { return size + 40 > end && size < end + 40; });
    if (!near_end && size % 23 != 0) continue;
    fs::remove(cut.path / "jobs.db-wal");
    Spill(cut.path / "jobs.db", database);
    Spill(cut.path / "jobs.db-wal", std::string_view(whole).substr(0, size));
    auto journal = Journal::Open(cut.path, small);
    ASSERT_TRUE(journal) << size << ": " << journal.error().message;
    const auto contents = (*journal)->TakeContents();
    size_t expected = 0;
    while (expected < acknowledged.size() && acknowledged[expected] <= size) ++expected;
    ASSERT_EQ(contents.open.size(), expected) << "cut after " << size << " bytes";
    for (const Record& record : contents.open) ASSERT_EQ(record.waybill, "waybill of " + record.id);
    if (++tried % 20 == 0) {
      ASSERT_TRUE(AllWhole(**journal, contents.open)) << "cut after " << size << " bytes";
    }
  }
  EXPECT_GT(tried, 500u);
}

/// Accepts jobs without end, and writes the number of each to the pipe once it was told as accepted.
[[noreturn]] void AcceptUntilKilled(const fs::path& folder, int round, int pipe) {
  auto journal = Journal::Open(folder, {});
  if (!journal) _exit(3);
  for (int i = 0;; ++i) {
    const int number = round * 100'000 + i;
    (*journal)->Accept(RecordOf("job-" + std::to_string(number)),
                       {PictureOf(PictureBytes("job-" + std::to_string(number)))},
                       [pipe, number](const Status& status) {
                         if (status) (void)!::write(pipe, &number, sizeof(number));
                       });
    if (i % 50 == 0) std::this_thread::yield();
    if (i > 50'000) ::pause();
  }
}

TEST(JournalCrash, AKillAtAnyMomentLosesNoJobThatWasToldAsAccepted) {
  const TestFolder folder("crossdock_killed");
  std::mt19937 random(20260101);
  std::set<int> acknowledged;
  for (int round = 0; round < 10; ++round) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ::close(ends[0]);
      AcceptUntilKilled(folder.path, round, ends[1]);
    }
    ::close(ends[1]);
    // Killed after so many acknowledgements, in the midst of the next commit.
    const auto until = 1 + random() % 400;
    int number = 0;
    for (auto seen = 0 * until; seen < until && ::read(ends[0], &number, sizeof(number)) == sizeof(number); ++seen)
      acknowledged.insert(number);
    ::kill(child, SIGKILL);
    while (::read(ends[0], &number, sizeof(number)) == sizeof(number)) acknowledged.insert(number);
    ::close(ends[0]);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "it ended by itself: " << status;

    auto journal = Journal::Open(folder.path, {});
    ASSERT_TRUE(journal) << journal.error().message;
    const auto contents = (*journal)->TakeContents();
    std::set<std::string> kept;
    for (const Record& record : contents.open) kept.insert(record.id);
    for (const int accepted : acknowledged)
      ASSERT_TRUE(kept.contains("job-" + std::to_string(accepted))) << "round " << round;
    ASSERT_TRUE(AllWhole(**journal, contents.open));
  }
  EXPECT_GT(acknowledged.size(), 10u);
}

}  // namespace
}  // namespace crossdock::jobs

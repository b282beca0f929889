#include "record/reader.h"

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/scratch_folder_test.h"
#include "record/frame.h"
#include "record/log_file.h"
#include "record/sample_record_test.h"

namespace crossdock::record {
namespace {

/// A log of a few records, as bytes, and where each frame begins.
struct Log {
  std::string bytes;
  std::vector<size_t> starts;
};

Log MakeLog(int count) {
  const ScratchFolder folder;
  Log log;
  {
    auto file = LogFile::Create(folder.path());
    EXPECT_TRUE(file);
    for (int i = 0; i < count; ++i) {
      log.starts.push_back(static_cast<size_t>(file->size_bytes()));
      EXPECT_TRUE(file->Append(Encode(SampleRecord(i))));
    }
  }
  std::ifstream stream(LogFiles(folder.path()).at(0), std::ios::binary);
  log.bytes.assign(std::istreambuf_iterator<char>(stream), {});
  return log;
}

struct Outcome {
  std::vector<int64_t> times;
  Reader::Counts counts;
};

Outcome ReadAll(const std::string& bytes) {
  const ScratchFolder folder;
  const auto path = folder.path() / "requests-1.xlog";
  std::ofstream(path, std::ios::binary) << bytes;
  auto reader = Reader::Open(path);
  if (!reader) return {};
  Outcome outcome;
  while (auto record = reader->Next()) outcome.times.push_back(record->received_unix_us % 1'000'000);
  outcome.counts = reader->counts();
  return outcome;
}

TEST(Reader, ReadsWhatWasWrittenInOrder) {
  const Outcome outcome = ReadAll(MakeLog(3).bytes);
  EXPECT_EQ(outcome.times, (std::vector<int64_t>{0, 1, 2}));
  EXPECT_EQ(outcome.counts.records, 3U);
  EXPECT_EQ(outcome.counts.damaged, 0U);
  EXPECT_FALSE(outcome.counts.torn_tail);
}

TEST(Reader, ToleratesATailTornAtAnyByte) {
  const Log log = MakeLog(2);
  for (size_t size = log.starts[1] + 1; size < log.bytes.size(); ++size) {
    const Outcome outcome = ReadAll(log.bytes.substr(0, size));
    ASSERT_EQ(outcome.times, (std::vector<int64_t>{0})) << size;
    ASSERT_TRUE(outcome.counts.torn_tail) << size;
    ASSERT_EQ(outcome.counts.damaged, 0U) << size;
  }
}

TEST(Reader, LosesOnlyTheFrameThatIsDamagedWhateverByteOfIt) {
  const Log log = MakeLog(3);
  for (size_t i = log.starts[1]; i < log.starts[2]; ++i) {
    std::string bytes = log.bytes;
    bytes[i] = static_cast<char>(bytes[i] ^ 0x55);
    const Outcome outcome = ReadAll(bytes);
    ASSERT_EQ(outcome.times, (std::vector<int64_t>{0, 2})) << i;
    ASSERT_EQ(outcome.counts.damaged, 1U) << i;
    ASSERT_EQ(outcome.counts.skipped_bytes, log.starts[2] - log.starts[1]) << i;
  }
}

TEST(Reader, CountsALastFrameThatIsWholeButWrongAsDamaged) {
  Log log = MakeLog(2);
  log.bytes.back() = static_cast<char>(log.bytes.back() ^ 1);
  const Outcome outcome = ReadAll(log.bytes);
  EXPECT_EQ(outcome.counts.damaged, 1U);
  EXPECT_FALSE(outcome.counts.torn_tail);
}

TEST(Reader, FindsItsWayBackThroughRubbishAndHalfMarks) {
  Log log = MakeLog(2);
  const std::string mark = log.bytes.substr(log.starts[0], 4);
  const std::string rubbish = mark + mark.substr(0, 3) + std::string(70'000, 'x') + mark;
  log.bytes.insert(log.starts[1], rubbish);
  const Outcome outcome = ReadAll(log.bytes);
  EXPECT_EQ(outcome.times, (std::vector<int64_t>{0, 1}));
  EXPECT_EQ(outcome.counts.damaged, 1U);
  EXPECT_EQ(outcome.counts.skipped_bytes, rubbish.size());
}

TEST(Reader, RefusesWhatIsNoLogOrOfALaterVersion) {
  const ScratchFolder folder;
  EXPECT_EQ(Reader::Open(folder.path() / "none").error().code, ErrorCode::kNotFound);
  const auto path = folder.path() / "requests-1.xlog";
  std::ofstream(path) << "not a request log at all";
  EXPECT_EQ(Reader::Open(path).error().code, ErrorCode::kInvalidArgument);
  std::ofstream(path, std::ios::trunc) << "short";
  EXPECT_EQ(Reader::Open(path).error().code, ErrorCode::kInvalidArgument);
}

TEST(Reader, FindsNoFilesWhereThereIsNoFolder) { EXPECT_TRUE(LogFiles("no/such/folder").empty()); }

}  // namespace
}  // namespace crossdock::record

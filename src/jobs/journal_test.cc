#include "jobs/journal.h"

#include <future>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "jobs/test_folder.h"

namespace crossdock::jobs {
namespace {

class Journaling : public ::testing::Test {
 protected:
  void Open(const Journal::Options& options = {}) {
    journal_.reset();
    auto opened = Journal::Open(folder_.path, options);
    ASSERT_TRUE(opened) << opened.error().message;
    journal_ = *std::move(opened);
  }
  /// Waits for what a call tells.
  template <class T, class Call>
  static T Told(Call call) {
    std::promise<T> promise;
    auto future = promise.get_future();
    call([&](T value) { promise.set_value(std::move(value)); });
    return future.get();
  }
  Status Accept(std::shared_ptr<const Record> record, std::vector<pipeline::Picture> pictures) {
    return Told<Status>([&](auto told) { journal_->Accept(std::move(record), std::move(pictures), std::move(told)); });
  }
  Status End(const std::string& id, const std::string& result, std::optional<Letter> letter = {}, int64_t when = 2000) {
    return Told<Status>(
        [&](auto told) { journal_->End(id, JobState::kDone, when, result, std::move(letter), std::move(told)); });
  }
  Result<Journal::Loaded> Begin(const std::string& id) {
    return Told<Result<Journal::Loaded>>([&](auto told) { journal_->Begin(id, std::move(told)); });
  }
  Result<std::vector<Letter>> Dead() {
    return Told<Result<std::vector<Letter>>>([&](auto told) { journal_->DeadLetters(10, std::move(told)); });
  }
  Status NotDelivered(const Letter& letter, bool dead) {
    return Told<Status>([&](auto told) { journal_->NotDelivered(letter, dead, std::move(told)); });
  }
  static Letter LetterOf(const std::string& id) {
    return {"msg_" + id, id, "http://127.0.0.1/", "body of " + id, 5, 0, 5, ""};
  }

  const TestFolder folder_{"crossdock_journal"};
  std::unique_ptr<Journal> journal_;
};

TEST_F(Journaling, AnAcceptedJobIsThereAfterARestartWithAllThatWasPromised) {
  Open();
  Record record = *RecordOf("a");
  record.tenant = "hub 7";
  record.tier = Tier::kBatch;
  record.text = false;
  record.deadline_ms = 9000;
  record.key = "key";
  record.fingerprint = "print";
  record.callback = "http://127.0.0.1/x";
  ASSERT_TRUE(Accept(std::make_shared<const Record>(record), {PictureOf("one"), PictureOf(std::string("t\0wo", 4))}));
  Open();
  const auto contents = journal_->TakeContents();
  ASSERT_EQ(contents.open.size(), 1u);
  const Record& read = contents.open[0];
  EXPECT_EQ(read.id, "a");
  EXPECT_EQ(read.tenant, "hub 7");
  EXPECT_EQ(read.waybill, "waybill of a");
  EXPECT_EQ(read.tier, Tier::kBatch);
  EXPECT_EQ(read.text, std::optional(false));
  EXPECT_EQ(read.deadline_ms, 9000);
  EXPECT_EQ(read.key, "key");
  EXPECT_EQ(read.callback, "http://127.0.0.1/x");
  const auto begun = Begin("a");
  ASSERT_TRUE(begun);
  ASSERT_EQ(begun->pictures.size(), 2u);
  EXPECT_EQ(BytesOf(begun->pictures[0]), "one");
  EXPECT_EQ(BytesOf(begun->pictures[1]), std::string("t\0wo", 4));
}

TEST_F(Journaling, RunsAreCountedOverRestarts) {
  Open();
  ASSERT_TRUE(Accept(RecordOf("a"), {PictureOf("x")}));
  EXPECT_EQ(Begin("a")->record.runs, 1);
  Open();
  EXPECT_EQ(Begin("a")->record.runs, 2);
}

TEST_F(Journaling, AnEndedJobKeepsItsResultAndDropsItsPictures) {
  Open();
  ASSERT_TRUE(Accept(RecordOf("a"), {PictureOf(std::string(100'000, 'x'))}));
  ASSERT_TRUE(End("a", "the result", LetterOf("a")));
  EXPECT_EQ(Begin("a").error().code, ErrorCode::kNotFound);
  Open();
  const auto contents = journal_->TakeContents();
  EXPECT_TRUE(contents.open.empty());
  ASSERT_EQ(contents.ended.size(), 1u);
  EXPECT_EQ(contents.ended[0].result, "the result");
  EXPECT_EQ(contents.ended[0].ended_ms, 2000);
  ASSERT_EQ(contents.letters.size(), 1u);
  EXPECT_EQ(contents.letters[0].id, "msg_a");
}

TEST_F(Journaling, OldJobsAreForgottenAndOpenOnesNever) {
  Open({.kept = 2});
  for (const char* id : {"old", "open", "b", "c", "d"}) ASSERT_TRUE(Accept(RecordOf(id), {PictureOf("x")}));
  ASSERT_TRUE(End("old", "r", {}, 100));
  ASSERT_TRUE(End("b", "r", {}, 1000));
  ASSERT_TRUE(End("c", "r", {}, 1001));
  ASSERT_TRUE(End("d", "r", {}, 1002));
  ASSERT_TRUE(Told<Status>([&](auto told) { journal_->Forget(500, std::move(told)); }));
  Open();
  const auto contents = journal_->TakeContents();
  ASSERT_EQ(contents.ended.size(), 2u) << "the newest two of those that are young enough";
  EXPECT_EQ(contents.ended[0].record.id, "c");
  ASSERT_EQ(contents.open.size(), 1u);
  EXPECT_EQ(contents.open[0].id, "open");
}

TEST_F(Journaling, AnIdOfAnEndedJobMayComeAgainAndOneOfAnOpenJobMayNot) {
  Open();
  ASSERT_TRUE(Accept(RecordOf("a"), {PictureOf("x")}));
  EXPECT_EQ(Accept(RecordOf("a"), {PictureOf("y")}).error().code, ErrorCode::kAlreadyExists);
  ASSERT_TRUE(End("a", "r"));
  ASSERT_TRUE(Accept(RecordOf("a"), {PictureOf("y")}));
  EXPECT_EQ(BytesOf(Begin("a")->pictures.at(0)), "y");
}

TEST_F(Journaling, AFullDiskRefusesNewJobsAndFinishesOldOnes) {
  Open({.most_bytes = 400 << 10});
  const std::string picture(50'000, 'p');
  int accepted = 0;
  Status status;
  while ((status = Accept(RecordOf(std::to_string(accepted)), {PictureOf(picture)}))) ASSERT_LT(++accepted, 20);
  EXPECT_EQ(status.error().code, ErrorCode::kResourceExhausted);
  EXPECT_GT(accepted, 2);
  EXPECT_TRUE(Begin("1")) << "it can still be done";
  ASSERT_TRUE(End("0", std::string(20'000, 'r')));
  EXPECT_TRUE(Accept(RecordOf("new"), {PictureOf(std::string(20'000, 'n'))})) << "there is room again";
  Open({.most_bytes = 400 << 10});
  EXPECT_EQ(journal_->TakeContents().open.size(), static_cast<size_t>(accepted)) << "one ended, one came";
}

TEST_F(Journaling, AReserveThatIsNotFreeRefusesAndSaysWhichKey) {
  Open({.reserve_bytes = int64_t{1} << 60});
  const Status refused = Accept(RecordOf("a"), {PictureOf("x")});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, ::testing::HasSubstr("jobs.reserve_mib"));
}

TEST_F(Journaling, DeadLettersAreKeptAndComeBackOnRequest) {
  Open({.kept_dead = 2});
  for (const char* id : {"a", "b", "c"}) {
    ASSERT_TRUE(Accept(RecordOf(id), {PictureOf("x")}));
    Letter letter = LetterOf(id);
    letter.made_ms = letter.id.back();
    ASSERT_TRUE(End(id, "r", letter));
    letter.failures = 9;
    letter.why = "the target answered 500";
    ASSERT_TRUE(NotDelivered(letter, true));
  }
  Open({.kept_dead = 2});
  EXPECT_TRUE(journal_->TakeContents().letters.empty());
  auto dead = Dead();
  ASSERT_TRUE(dead);
  ASSERT_EQ(dead->size(), 2u) << "the oldest of too many is dropped";
  EXPECT_EQ(dead->at(0).id, "msg_b");
  EXPECT_EQ(dead->at(0).why, "the target answered 500");
  const auto revive = [&](const std::string& id) {
    return Told<Result<std::vector<Letter>>>([&](auto told) { journal_->Revive(id, 77, std::move(told)); });
  };
  EXPECT_EQ(revive("msg_a").error().code, ErrorCode::kNotFound);
  const auto one = revive("msg_b");
  ASSERT_EQ(one->size(), 1u);
  EXPECT_EQ(one->at(0).failures, 0);
  EXPECT_EQ(one->at(0).next_ms, 77);
  EXPECT_EQ(revive("")->size(), 1u);
  EXPECT_TRUE(Dead()->empty());
  const auto read = Told<Result<Letter>>([&](auto told) { journal_->ReadLetter("msg_c", std::move(told)); });
  EXPECT_EQ(read->body, "body of c");
}

TEST_F(Journaling, AJournalOfAnOlderVersionIsTakenOverWithItsJobs) {
  Open();
  ASSERT_TRUE(Accept(RecordOf("a"), {PictureOf("x")}));
  journal_.reset();
  {
    auto database = *store::Database::Open(folder_.path / "jobs.db", {});
    ASSERT_TRUE(database->Execute("ALTER TABLE jobs DROP COLUMN sighting"));
    ASSERT_TRUE(database->Execute("PRAGMA user_version=1"));
  }
  Open();
  const auto contents = journal_->TakeContents();
  ASSERT_EQ(contents.open.size(), 1u);
  EXPECT_EQ(contents.open[0].id, "a");
  EXPECT_EQ(contents.open[0].sighting.parcel, "");
}

TEST_F(Journaling, AJournalOfANewerVersionIsLeftAlone) {
  Open();
  journal_.reset();
  {
    auto database = *store::Database::Open(folder_.path / "jobs.db", {});
    ASSERT_TRUE(database->Execute("PRAGMA user_version=99"));
  }
  const auto opened = Journal::Open(folder_.path, {});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().field, "jobs.folder");
  EXPECT_THAT(opened.error().message, ::testing::HasSubstr("99"));
}

}  // namespace
}  // namespace crossdock::jobs

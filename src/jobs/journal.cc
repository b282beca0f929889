#include "jobs/journal.h"

#include <fcntl.h>
#include <unistd.h>

#include <utility>

#include <fmt/format.h>

#include "jobs/journal_schema.h"
#include "jobs/sighting_json.h"

namespace crossdock::jobs {
namespace {

using store::Database;
using store::Row;
using store::Value;

constexpr const char* kNumberOf = "(SELECT number FROM jobs WHERE id=?)";

Value Flag(std::optional<bool> flag) { return flag ? Value(int64_t{*flag ? 1 : 0}) : Value(nullptr); }

Status Insert(Database& database, const Record& record, const std::vector<pipeline::Picture>& pictures) {
  // A job that ended may have had the same id; who asks for it now means the new one.
  Status done = database.Execute("DELETE FROM jobs WHERE id=? AND state<>0", {record.id});
  if (!done) return done;
  const std::string sighting = ToJson(record.sighting);
  done = database.Execute(fmt::format("INSERT INTO jobs({}) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)", kRecordColumns),
                          {record.id, record.pipeline, record.tenant, record.waybill, static_cast<int64_t>(record.tier),
                           Flag(record.text), record.deadline_ms, record.key, record.fingerprint, record.callback,
                           record.accepted_ms, int64_t{record.runs}, sighting});
  int64_t place = 0;
  for (const pipeline::Picture& picture : pictures) {
    if (!done) return done;
    done = database.Execute(fmt::format("INSERT INTO pictures VALUES({},?,?,?)", kNumberOf),
                            {record.id, place++, picture.content_type, picture.bytes});
  }
  return done;
}

pipeline::Picture ReadPicture(const Row& row) {
  const auto bytes = row.Bytes(1);
  auto owned = std::make_shared<std::vector<std::byte>>(bytes.begin(), bytes.end());
  const std::span<const std::byte> view(*owned);
  return {std::string(row.Text(0)), std::move(owned), view};
}

Status CountRun(Database& database, const std::string& id) {
  return database.Execute("UPDATE jobs SET runs=runs+1 WHERE id=? AND state=0", {id});
}

Status ReadJob(Database& database, const std::string& id, Journal::Loaded& loaded) {
  bool found = false;
  Status done = database.Query(fmt::format("SELECT {} FROM jobs WHERE id=? AND state=0", kRecordColumns), {id},
                               [&](const Row& row) -> Status {
                                 loaded.record = ReadRecord(row);
                                 found = true;
                                 return {};
                               });
  if (!done) return done;
  if (!found) return NoSuchJob(id);
  return database.Query(fmt::format("SELECT content_type, bytes FROM pictures WHERE job={} ORDER BY place", kNumberOf),
                        {id}, [&](const Row& row) -> Status {
                          loaded.pictures.push_back(ReadPicture(row));
                          return {};
                        });
}

Status EndIn(Database& database, const std::string& id, JobState state, int64_t ended_ms, const std::string& result,
             const std::optional<Letter>& letter) {
  // The pictures first: on a full disk their pages take what is written next.
  Status done = database.Execute(fmt::format("DELETE FROM pictures WHERE job={}", kNumberOf), {id});
  if (!done) return done;
  done = database.Execute("UPDATE jobs SET state=?, ended_ms=?, result=? WHERE id=? AND state=0",
                          {static_cast<int64_t>(state), ended_ms, result, id});
  if (!done || !letter) return done;
  return database.Execute("INSERT OR IGNORE INTO letters VALUES(?,?,?,?,?,0,?,'',0)",
                          {letter->id, letter->job, letter->url, letter->body, letter->made_ms, letter->next_ms});
}

/// Pictures of parcels show names and addresses: the folder is ours alone. Its own entries are synced, so that the file is found again.
Status MakeFolder(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::exists(folder, error)) {
    std::filesystem::create_directories(folder, error);
    if (!error) std::filesystem::permissions(folder, std::filesystem::perms::owner_all, error);
  }
  if (error) {
    return Error{ErrorCode::kInternal,
                 fmt::format("the folder {} cannot be made: {}", folder.string(), error.message()), "jobs.folder"};
  }
  return {};
}

void SyncFolder(const std::filesystem::path& folder) {
  const int handle = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return;
  ::fsync(handle);
  ::close(handle);
}

}  // namespace

Result<std::unique_ptr<Journal>> Journal::Open(const std::filesystem::path& folder, const Options& options) {
  if (Status made = MakeFolder(folder); !made) return made.error();
  auto database = Database::Open(folder / "jobs.db", {options.most_bytes, options.page_bytes});
  const auto at_folder = [](Error error) {
    if (error.field.empty()) error.field = "jobs.folder";
    return error;
  };
  if (!database) return at_folder(std::move(database).error());
  auto journal = std::unique_ptr<Journal>(new Journal(folder, options));
  if (Status prepared = PrepareTables(**database); !prepared) return at_folder(std::move(prepared).error());
  if (Status read = ReadContents(**database, journal->contents_); !read) return at_folder(std::move(read).error());
  SyncFolder(folder);
  journal->committer_ = std::make_unique<store::Committer>(*std::move(database), store::Committer::Options{});
  return journal;
}

Status Journal::CheckRoom(size_t bytes) const {
  if (options_.reserve_bytes <= 0) return {};
  std::error_code error;
  const auto space = std::filesystem::space(folder_, error);
  if (error || space.available >= static_cast<uintmax_t>(options_.reserve_bytes) + bytes) return {};
  return Error{ErrorCode::kResourceExhausted,
               fmt::format("the disk of jobs.folder is full: {} MiB are free, {} MiB stay so for the jobs that were "
                           "accepted (jobs.reserve_mib)",
                           space.available >> 20, options_.reserve_bytes >> 20),
               "", Reason::kDiskFull, std::chrono::milliseconds(5000)};
}

void Journal::Accept(std::shared_ptr<const Record> record, std::vector<pipeline::Picture> pictures, Told told) {
  size_t bytes = 0;
  for (const auto& picture : pictures) bytes += picture.bytes.size();
  committer_->Submit(
      [this, bytes, record = std::move(record), pictures = std::move(pictures)](Database& database) -> Status {
        if (Status room = CheckRoom(bytes); !room) return room;
        return Insert(database, *record, pictures);
      },
      std::move(told));
}

template <class T>
void Journal::Ask(std::function<Status(Database&, T&)> read, ToldOf<T> told) {
  auto answer = std::make_shared<T>();
  committer_->Submit(
      [answer, read = std::move(read)](Database& database) {
        *answer = T();
        return read(database, *answer);
      },
      [answer, told = std::move(told)](Status status) mutable {
        if (status) return told(std::move(*answer));
        told(std::move(status).error());
      });
}

void Journal::Begin(const std::string& id, ToldOf<Loaded> told) {
  auto count_and_read = [id](Database& database, Loaded& loaded) -> Status {
    if (Status counted = CountRun(database, id); !counted) return counted;
    return ReadJob(database, id, loaded);
  };
  Ask<Loaded>(std::move(count_and_read), [this, id, told = std::move(told)](Result<Loaded> loaded) mutable {
    if (loaded || loaded.error().code != ErrorCode::kResourceExhausted) return told(std::move(loaded));
    // A full disk must not keep an accepted job from being done: it runs uncounted.
    auto read = [id](Database& database, Loaded& again) { return ReadJob(database, id, again); };
    Ask<Loaded>(std::move(read), std::move(told));
  });
}

void Journal::End(std::string id, JobState state, int64_t ended_ms, std::string result, std::optional<Letter> letter,
                  Told told) {
  committer_->Submit([id = std::move(id), state, ended_ms, result = std::move(result), letter = std::move(letter)](
                         Database& database) { return EndIn(database, id, state, ended_ms, result, letter); },
                     std::move(told));
}

void Journal::Forget(int64_t before_ms, Told told) {
  committer_->Submit(
      [this, before_ms](Database& database) -> Status {
        Status done = database.Execute("DELETE FROM jobs WHERE ended_ms<?", {before_ms});
        if (!done) return done;
        return database.Execute(
            "DELETE FROM jobs WHERE number IN (SELECT number FROM jobs WHERE ended_ms IS NOT NULL ORDER BY ended_ms "
            "DESC "
            "LIMIT -1 OFFSET ?)",
            {static_cast<int64_t>(options_.kept)});
      },
      std::move(told));
}

void Journal::ReadLetter(std::string id, ToldOf<Letter> told) {
  Ask<Letter>(
      [id = std::move(id)](Database& database, Letter& letter) -> Status {
        bool found = false;
        Status done = database.Query(fmt::format("SELECT {}, body FROM letters WHERE id=?", kLetterColumns), {id},
                                     [&](const Row& row) -> Status {
                                       letter = ReadLetterRow(row);
                                       letter.body = row.Text(7);
                                       found = true;
                                       return {};
                                     });
        if (!done || found) return done;
        return Error{ErrorCode::kNotFound, fmt::format("no callback \"{}\"", id), "id"};
      },
      std::move(told));
}

void Journal::Delivered(std::string id, Told told) {
  committer_->Submit(
      [id = std::move(id)](Database& database) { return database.Execute("DELETE FROM letters WHERE id=?", {id}); },
      std::move(told));
}

void Journal::NotDelivered(Letter letter, bool dead, Told told) {
  committer_->Submit(
      [this, letter = std::move(letter), dead](Database& database) -> Status {
        Status done =
            database.Execute("UPDATE letters SET failures=?, next_ms=?, why=?, dead=? WHERE id=?",
                             {int64_t{letter.failures}, letter.next_ms, letter.why, int64_t{dead ? 1 : 0}, letter.id});
        if (!done || !dead) return done;
        return database.Execute(
            "DELETE FROM letters WHERE id IN (SELECT id FROM letters WHERE dead=1 ORDER BY made_ms DESC LIMIT -1 "
            "OFFSET ?)",
            {static_cast<int64_t>(options_.kept_dead)});
      },
      std::move(told));
}

void Journal::DeadLetters(size_t most, ToldOf<std::vector<Letter>> told) {
  Ask<std::vector<Letter>>(
      [most](Database& database, std::vector<Letter>& letters) {
        return database.Query(
            fmt::format("SELECT {} FROM letters WHERE dead=1 ORDER BY made_ms LIMIT ?", kLetterColumns),
            {static_cast<int64_t>(most)}, [&](const Row& row) -> Status {
              letters.push_back(ReadLetterRow(row));
              return {};
            });
      },
      std::move(told));
}

void Journal::Revive(std::string id, int64_t next_ms, ToldOf<std::vector<Letter>> told) {
  Ask<std::vector<Letter>>(
      [id = std::move(id), next_ms](Database& database, std::vector<Letter>& letters) -> Status {
        Status done = database.Query(
            fmt::format("UPDATE letters SET dead=0, failures=0, next_ms=? WHERE dead=1 AND (?='' OR id=?) RETURNING {}",
                        kLetterColumns),
            {next_ms, id, id}, [&](const Row& row) -> Status {
              letters.push_back(ReadLetterRow(row));
              return {};
            });
        if (!done || !letters.empty() || id.empty()) return done;
        return Error{ErrorCode::kNotFound, fmt::format("no dead callback \"{}\"", id), "id"};
      },
      std::move(told));
}

}  // namespace crossdock::jobs

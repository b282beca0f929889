#include "jobs/journal_schema.h"

#include <span>

#include <fmt/format.h>

#include "jobs/sighting_json.h"

namespace crossdock::jobs {
namespace {

constexpr int64_t kVersion = 2;

// `state` is 0 while the job has not ended, else its JobState. Pictures lie apart, so that a job's row stays small.
constexpr const char* kTables[] = {
    "CREATE TABLE jobs(number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, pipeline TEXT NOT NULL, "
    "tenant TEXT NOT NULL, waybill TEXT NOT NULL, tier INTEGER NOT NULL, text INTEGER, deadline_ms INTEGER NOT NULL, "
    "key TEXT NOT NULL, fingerprint TEXT NOT NULL, callback TEXT NOT NULL, accepted_ms INTEGER NOT NULL, "
    "runs INTEGER NOT NULL, state INTEGER NOT NULL DEFAULT 0, ended_ms INTEGER, result TEXT, "
    "sighting TEXT NOT NULL DEFAULT '')",
    "CREATE INDEX jobs_ended ON jobs(ended_ms) WHERE ended_ms IS NOT NULL",
    "CREATE TABLE pictures(job INTEGER NOT NULL, place INTEGER NOT NULL, content_type TEXT NOT NULL, bytes BLOB NOT "
    "NULL, "
    "PRIMARY KEY(job, place))",
    "CREATE TABLE letters(id TEXT PRIMARY KEY, job TEXT NOT NULL, url TEXT NOT NULL, body TEXT NOT NULL, "
    "made_ms INTEGER NOT NULL, failures INTEGER NOT NULL, next_ms INTEGER NOT NULL, why TEXT NOT NULL, "
    "dead INTEGER NOT NULL DEFAULT 0)",
};

/// What a journal of version 1 lacks: jobs had no parcels then.
constexpr const char* kFromVersion1[] = {"ALTER TABLE jobs ADD COLUMN sighting TEXT NOT NULL DEFAULT ''"};

Status Change(store::Database& database, std::span<const char* const> statements) {
  if (Status begun = database.Execute("BEGIN IMMEDIATE"); !begun) return begun;
  for (const char* statement : statements) {
    if (Status made = database.Execute(statement); !made) return made;
  }
  if (Status marked = database.Execute(fmt::format("PRAGMA user_version={}", kVersion)); !marked) return marked;
  return database.Execute("COMMIT");
}

}  // namespace

Status PrepareTables(store::Database& database) {
  int64_t version = 0;
  Status asked = database.Query("PRAGMA user_version", {}, [&](const store::Row& row) -> Status {
    version = row.Integer(0);
    return {};
  });
  if (!asked) return asked;
  if (version == 0) return Change(database, kTables);
  if (version == 1) return Change(database, kFromVersion1);
  if (version == kVersion) return {};
  return Error{
      ErrorCode::kInternal,
      fmt::format("the journal of jobs is of version {}, this server writes version {}: use the newer server, or "
                  "another folder",
                  version, kVersion),
      "jobs.folder"};
}

Record ReadRecord(const store::Row& row) {
  Record record;
  record.id = row.Text(0);
  record.pipeline = row.Text(1);
  record.tenant = row.Text(2);
  record.waybill = row.Text(3);
  record.tier = static_cast<Tier>(row.Integer(4));
  if (!row.IsNull(5)) record.text = row.Integer(5) != 0;
  record.deadline_ms = row.Integer(6);
  record.key = row.Text(7);
  record.fingerprint = row.Text(8);
  record.callback = row.Text(9);
  record.accepted_ms = row.Integer(10);
  record.runs = static_cast<int>(row.Integer(11));
  record.sighting = ParseSighting(row.Text(12));
  return record;
}

Letter ReadLetterRow(const store::Row& row) {
  Letter letter;
  letter.id = row.Text(0);
  letter.job = row.Text(1);
  letter.url = row.Text(2);
  letter.made_ms = row.Integer(3);
  letter.failures = static_cast<int>(row.Integer(4));
  letter.next_ms = row.Integer(5);
  letter.why = row.Text(6);
  return letter;
}

Status ReadContents(store::Database& database, Journal::Contents& contents) {
  Status read = database.Query(fmt::format("SELECT {} FROM jobs WHERE state=0 ORDER BY number", kRecordColumns), {},
                               [&](const store::Row& row) -> Status {
                                 contents.open.push_back(ReadRecord(row));
                                 return {};
                               });
  if (!read) return read;
  read = database.Query(
      fmt::format("SELECT {}, ended_ms, result FROM jobs WHERE state<>0 ORDER BY ended_ms", kRecordColumns), {},
      [&](const store::Row& row) -> Status {
        contents.ended.push_back({ReadRecord(row), row.Integer(13), std::string(row.Text(14))});
        return {};
      });
  if (!read) return read;
  return database.Query(fmt::format("SELECT {} FROM letters WHERE dead=0 ORDER BY made_ms", kLetterColumns), {},
                        [&](const store::Row& row) -> Status {
                          contents.letters.push_back(ReadLetterRow(row));
                          return {};
                        });
}

}  // namespace crossdock::jobs

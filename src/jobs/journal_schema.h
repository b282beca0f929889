#pragma once

#include "jobs/journal.h"

/// The tables of the journal, and what a start reads from them.
namespace crossdock::jobs {

/// Makes the tables of a new file, and checks the version of an old one.
Status PrepareTables(store::Database& database);
Status ReadContents(store::Database& database, Journal::Contents& contents);

/// Columns of a job in the order in which ReadRecord wants them.
inline constexpr const char kRecordColumns[] =
    "id, pipeline, tenant, waybill, tier, text, deadline_ms, key, fingerprint, callback, accepted_ms, runs, sighting";
Record ReadRecord(const store::Row& row);

inline constexpr const char kLetterColumns[] = "id, job, url, made_ms, failures, next_ms, why";
Letter ReadLetterRow(const store::Row& row);

}  // namespace crossdock::jobs

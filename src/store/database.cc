#include "store/database.h"

#include <sqlite3.h>

#include <cerrno>
#include <utility>

#include <fmt/format.h>

namespace crossdock::store {
namespace {

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

/// Fills the place `index`, from 1. Nothing is copied: the values outlive the statement.
int Fill(sqlite3_stmt* statement, int index, const Value& value) {
  if (const auto* number = std::get_if<int64_t>(&value)) return sqlite3_bind_int64(statement, index, *number);
  if (const auto* text = std::get_if<std::string_view>(&value)) {
    const char* data = text->data() != nullptr ? text->data() : "";
    return sqlite3_bind_text64(statement, index, data, text->size(), SQLITE_STATIC, SQLITE_UTF8);
  }
  if (const auto* bytes = std::get_if<std::span<const std::byte>>(&value)) {
    if (bytes->empty()) return sqlite3_bind_zeroblob(statement, index, 0);
    return sqlite3_bind_blob64(statement, index, bytes->data(), bytes->size(), SQLITE_STATIC);
  }
  return sqlite3_bind_null(statement, index);
}

bool MeansFull(int code, int system_error) {
  return (code & 0xFF) == SQLITE_FULL ||
         ((code & 0xFF) == SQLITE_IOERR && (system_error == ENOSPC || system_error == EDQUOT));
}

}  // namespace

bool Row::IsNull(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }

int64_t Row::Integer(int column) const { return sqlite3_column_int64(statement_, column); }

std::string_view Row::Text(int column) const {
  const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  return data == nullptr ? std::string_view()
                         : std::string_view(data, static_cast<size_t>(sqlite3_column_bytes(statement_, column)));
}

std::span<const std::byte> Row::Bytes(int column) const {
  const auto* data = static_cast<const std::byte*>(sqlite3_column_blob(statement_, column));
  return {data, data == nullptr ? 0 : static_cast<size_t>(sqlite3_column_bytes(statement_, column))};
}

void Database::Close::operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }

Database::~Database() = default;

Result<std::unique_ptr<Database>> Database::Open(const std::filesystem::path& file, const Options& options) {
  sqlite3* connection = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  const int code = sqlite3_open_v2(file.c_str(), &connection, flags, nullptr);
  auto database = std::unique_ptr<Database>(new Database(file, connection));
  if (code != SQLITE_OK) return database->Failed(code);
  if (Status configured = database->Configure(options); !configured) return configured.error();
  return database;
}

Status Database::Configure(const Options& options) {
  // Exclusive before the log is opened: it then needs no file of shared memory. Temporary data stays in memory.
  const std::string settings[] = {fmt::format("PRAGMA page_size={}", options.page_bytes),
                                  "PRAGMA locking_mode=EXCLUSIVE",
                                  "PRAGMA temp_store=MEMORY",
                                  "PRAGMA journal_mode=WAL",
                                  "PRAGMA synchronous=FULL",
                                  "PRAGMA secure_delete=OFF"};
  for (const std::string& setting : settings) {
    if (Status set = Execute(setting); !set) return set;
  }
  if (options.most_bytes > 0) {
    int64_t page_bytes = options.page_bytes;
    Status asked = Query("PRAGMA page_size", {}, [&](const Row& row) -> Status {
      page_bytes = row.Integer(0);
      return {};
    });
    if (!asked) return asked;
    if (Status set = Execute(fmt::format("PRAGMA max_page_count={}", options.most_bytes / page_bytes)); !set)
      return set;
  }
  // Takes the lock, so that a second process is refused now and not at its first job.
  if (Status begun = Execute("BEGIN IMMEDIATE"); !begun) return begun;
  return Execute("COMMIT");
}

Status Database::Execute(std::string_view sql, std::initializer_list<Value> values) {
  return Query(sql, values, [](const Row&) -> Status { return {}; });
}

Status Database::Query(std::string_view sql, std::initializer_list<Value> values,
                       const std::function<Status(const Row&)>& see) {
  sqlite3_stmt* prepared = nullptr;
  int code = sqlite3_prepare_v2(connection_.get(), sql.data(), static_cast<int>(sql.size()), &prepared, nullptr);
  const Statement statement(prepared);
  int index = 0;
  for (const Value& value : values) {
    if (code == SQLITE_OK) code = Fill(prepared, ++index, value);
  }
  if (code != SQLITE_OK) return Failed(code);
  while ((code = sqlite3_step(prepared)) == SQLITE_ROW) {
    if (Status seen = see(Row(prepared)); !seen) return seen;
  }
  if (code != SQLITE_DONE) return Failed(code);
  return {};
}

bool Database::in_transaction() const { return sqlite3_get_autocommit(connection_.get()) == 0; }

Error Database::Failed(int code) const {
  const std::string name = file_.string();
  const int system_error = connection_ ? sqlite3_system_errno(connection_.get()) : 0;
  if (MeansFull(code, system_error)) {
    return {ErrorCode::kResourceExhausted, fmt::format("the disk is full: {} cannot grow", name), "", Reason::kDiskFull,
            std::chrono::milliseconds(5000)};
  }
  switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {ErrorCode::kUnavailable, fmt::format("{} is in use: another server has this folder open", name)};
    case SQLITE_CONSTRAINT:
      return {ErrorCode::kAlreadyExists, fmt::format("{}: {}", name, sqlite3_errmsg(connection_.get()))};
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return {ErrorCode::kInternal,
              fmt::format("{} is damaged or no database of ours: move it away, or restore it from a copy", name)};
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return {ErrorCode::kInternal,
              fmt::format("{} cannot be opened for writing: is its folder there and ours?", name)};
    default: break;
  }
  return {ErrorCode::kInternal,
          fmt::format("{}: {}", name, connection_ ? sqlite3_errmsg(connection_.get()) : sqlite3_errstr(code))};
}

}  // namespace crossdock::store

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace crossdock::store {

/// What a place of a statement is filled with; texts and bytes are borrowed for the call.
using Value = std::variant<std::nullptr_t, int64_t, std::string_view, std::span<const std::byte>>;

/// One row of an answer. What it returns is borrowed until the next row.
class Row {
 public:
  explicit Row(sqlite3_stmt* statement) : statement_(statement) {}
  bool IsNull(int column) const;
  int64_t Integer(int column) const;
  std::string_view Text(int column) const;
  std::span<const std::byte> Bytes(int column) const;

 private:
  sqlite3_stmt* statement_;
};

/// One SQLite file, open in this process alone: write-ahead log, every commit synced before it returns. Beside FILE it keeps FILE-wal and
/// nothing else, anywhere. One thread at a time.
class Database {
 public:
  struct Options {
    int64_t most_bytes = 0;  // of FILE; beyond it the disk counts as full; 0: no limit
    int page_bytes = 4096;   // of a new file
  };
  /// Opens the file, or makes it.
  /// errors  kUnavailable: another process has it open; kResourceExhausted (kDiskFull); kInternal: no permission, damaged, no database
  static Result<std::unique_ptr<Database>> Open(const std::filesystem::path& file, const Options& options);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// One statement without an answer, "?" by "?" filled with `values`.
  /// errors  as Open, and kAlreadyExists: a key that is there
  Status Execute(std::string_view sql, std::initializer_list<Value> values = {});
  /// One statement; `see` is told each row, and may end it with an error of its own.
  Status Query(std::string_view sql, std::initializer_list<Value> values, const std::function<Status(const Row&)>& see);
  /// Whether a transaction is open: some errors end it by themselves.
  bool in_transaction() const;

 private:
  struct Close {
    void operator()(sqlite3* connection) const;
  };
  Database(std::filesystem::path file, sqlite3* connection) : file_(std::move(file)), connection_(connection) {}
  Status Configure(const Options& options);
  Error Failed(int code) const;

  const std::filesystem::path file_;
  std::unique_ptr<sqlite3, Close> connection_;
};

}  // namespace crossdock::store

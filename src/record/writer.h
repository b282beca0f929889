#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>

#include "base/bounded_queue.h"
#include "base/result.h"
#include "record/log_config.h"
#include "record/log_file.h"
#include "record/record.h"
#include "record/sampler.h"

namespace crossdock::record {

/// Writes a sample of the requests to files, on a thread of its own. Never makes a caller wait: what does not fit the queue is dropped
/// and counted. Wants, Offer and counts may be called from any thread.
class Writer {
 public:
  struct Counts {
    uint64_t written = 0;
    uint64_t dropped = 0;  // queue full, by records or by bytes, or a record too large for a file
    uint64_t failed = 0;   // the disk refused
  };

  /// Makes the folder if need be and begins a file. `config` is valid and enabled.
  /// errors  kUnavailable: the folder or the file cannot be made
  static Result<std::unique_ptr<Writer>> Open(const LogConfig& config);
  /// Writes what waits, then ends.
  ~Writer() = default;

  /// Draws whether the next request is to be kept; asked once for each request, before anything is collected for it.
  bool Wants() noexcept { return sampler_.Draw(); }
  /// Takes a record to be written. Tensors are shared with the caller until then and must not change any more.
  void Offer(Record record) noexcept;
  Counts counts() const;

 private:
  Writer(const LogConfig& config, LogFile first);
  void Loop(const std::stop_token& stop);
  void Write(const Record& record);
  /// The file that the next frame goes to; nothing if none can be made.
  LogFile* FileFor(size_t payload_bytes);
  void Fail(const Error& error);

  const LogConfig config_;
  Sampler sampler_;
  std::optional<LogFile> file_;
  bool failing_ = false;
  std::atomic<int64_t> queued_bytes_{0};
  std::atomic<uint64_t> written_{0};
  std::atomic<uint64_t> dropped_{0};
  std::atomic<uint64_t> failed_{0};
  BoundedQueue<Record> queue_;
  std::jthread thread_;  // last: starts after, and joins before, everything it uses
};

}  // namespace crossdock::record

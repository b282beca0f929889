#include "record/writer.h"

#include <exception>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/log.h"
#include "record/frame.h"

namespace crossdock::record {

Result<std::unique_ptr<Writer>> Writer::Open(const LogConfig& config) {
  std::error_code error;
  const bool made = std::filesystem::create_directories(config.folder, error);
  if (made) std::filesystem::permissions(config.folder, std::filesystem::perms::owner_all, error);
  if (error) {
    return Error{ErrorCode::kUnavailable,
                 fmt::format("request log folder {}: {}", config.folder.string(), error.message())};
  }
  KeepNewest(config.folder, config.total_bytes - config.file_bytes);
  auto file = LogFile::Create(config.folder);
  if (!file) return file.error();
  return std::unique_ptr<Writer>(new Writer(config, std::move(*file)));
}

Writer::Writer(const LogConfig& config, LogFile first)
    : config_(config),
      sampler_(config.sample, static_cast<uint64_t>(config.seed)),
      file_(std::move(first)),
      queue_(static_cast<size_t>(config.max_queued)),
      thread_([this](const std::stop_token& stop) { Loop(stop); }) {}

void Writer::Offer(Record record) noexcept {
  const auto size = static_cast<int64_t>(SizeOf(record));
  const bool fits = queued_bytes_.fetch_add(size) + size <= config_.max_queued_bytes;
  bool taken = false;
  try {
    taken = fits && queue_.TryPush(std::move(record));
  } catch (const std::exception&) {
    taken = false;  // out of memory: the log is the first to go without
  }
  if (taken) return;
  queued_bytes_.fetch_sub(size);
  dropped_.fetch_add(1);
}

Writer::Counts Writer::counts() const { return {written_.load(), dropped_.load(), failed_.load()}; }

void Writer::Loop(const std::stop_token& stop) {
  while (auto record = queue_.Pop(stop)) Write(*record);
  while (auto record = queue_.TryPop()) Write(*record);
}

void Writer::Write(const Record& record) {
  queued_bytes_.fetch_sub(static_cast<int64_t>(SizeOf(record)));
  const std::vector<std::byte> payload = Encode(record);
  const auto least_file_bytes = static_cast<int64_t>(kFileHeaderBytes + kFrameHeaderBytes + payload.size());
  if (payload.size() > kMostPayloadBytes || least_file_bytes > config_.file_bytes) {
    dropped_.fetch_add(1);
    return;
  }
  LogFile* const file = FileFor(payload.size());
  if (file == nullptr) return;
  if (const Status appended = file->Append(payload); !appended) {
    file_.reset();
    return Fail(appended.error());
  }
  failing_ = false;
  written_.fetch_add(1);
}

LogFile* Writer::FileFor(size_t payload_bytes) {
  const auto frame_bytes = static_cast<int64_t>(kFrameHeaderBytes + payload_bytes);
  if (file_ && file_->size_bytes() + frame_bytes > config_.file_bytes) file_.reset();
  if (file_) return &*file_;
  KeepNewest(config_.folder, config_.total_bytes - config_.file_bytes);
  auto made = LogFile::Create(config_.folder);
  if (!made) {
    Fail(made.error());
    return nullptr;
  }
  file_.emplace(std::move(*made));
  return &*file_;
}

void Writer::Fail(const Error& error) {
  failed_.fetch_add(1);
  // A full disk fails for every record; one line tells it.
  if (!std::exchange(failing_, true)) log::Error("request log cannot be written", {{"why", error.message}});
}

}  // namespace crossdock::record

#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "jobs/journal.h"

namespace crossdock::jobs {

/// A folder that is gone after the test.
class TestFolder {
 public:
  explicit TestFolder(std::string_view name)
      : path(std::filesystem::path(::testing::TempDir()) / (std::string(name) + "_" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(path);
  }
  ~TestFolder() { std::filesystem::remove_all(path); }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  const std::filesystem::path path;
};

inline pipeline::Picture PictureOf(std::string_view bytes) {
  auto owned = std::make_shared<std::string>(bytes);
  const auto view = std::as_bytes(std::span(owned->data(), owned->size()));
  return {"image/png", owned, view};
}

inline std::string BytesOf(const pipeline::Picture& picture) {
  return {reinterpret_cast<const char*>(picture.bytes.data()), picture.bytes.size()};
}

inline std::shared_ptr<const Record> RecordOf(const std::string& id) {
  Record record;
  record.id = id;
  record.pipeline = "parcel";
  record.waybill = "waybill of " + id;
  record.accepted_ms = 1000;
  return std::make_shared<const Record>(std::move(record));
}

}  // namespace crossdock::jobs

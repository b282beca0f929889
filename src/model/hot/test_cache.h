#pragma once

#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "model/hot/cache_folder.h"
#include "model/hot/hot_loader.h"

namespace crossdock::model::testing {

inline std::span<const std::byte> BytesOf(std::string_view text) { return std::as_bytes(std::span(text)); }

/// A folder of its own for a test, with models and a cache in it.
class CacheTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    root_ = std::filesystem::path(::testing::TempDir()) / ("crossdock_cache_" + std::to_string(::getpid())) /
            (std::string(test->test_suite_name()) + test->name());
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_);
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  std::filesystem::path Write(const std::string& name, std::string_view text) {
    std::ofstream(root_ / name, std::ios::binary | std::ios::trunc) << text;
    return root_ / name;
  }
  std::unique_ptr<CacheFolder> Folder(int64_t most_bytes = int64_t{1} << 30) {
    return CacheFolder::Open(root_ / "cache", most_bytes).value();
  }
  /// The entries' files, by name.
  std::vector<std::filesystem::path> Entries() {
    std::vector<std::filesystem::path> files;
    for (const auto& at : std::filesystem::directory_iterator(root_ / "cache")) {
      if (at.path().extension() == ".load") files.push_back(at.path());
    }
    return files;
  }

  std::filesystem::path root_;
};

}  // namespace crossdock::model::testing

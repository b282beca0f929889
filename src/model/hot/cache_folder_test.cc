#include "model/hot/cache_folder.h"

#include <thread>

#include <gtest/gtest.h>

#include "model/hot/test_cache.h"

namespace crossdock::model {
namespace {

using testing::BytesOf;
using Name = CacheFolder::Name;

class CacheFolderTest : public testing::CacheTest {
 protected:
  static Result<CacheFolder::Evicted> Put(const CacheFolder& folder, const Name& name, const std::string& text) {
    const std::span<const std::byte> pieces[] = {BytesOf(text).first(text.size() / 2),
                                                 BytesOf(text).subspan(text.size() / 2)};
    return folder.Write(name, pieces);
  }
  static std::string Get(const CacheFolder& folder, const Name& name) {
    const auto bytes = folder.Read(name);
    return bytes ? std::string(reinterpret_cast<const char*>(bytes->span().data()), bytes->span().size())
                 : bytes.error().message;
  }
  /// As if the entry had last been used `ago`.
  void Age(const Name& name, std::chrono::seconds ago) {
    const auto file = root_ / "cache" / (name.place + "-" + name.key + ".load");
    std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() - ago);
  }
};

TEST_F(CacheFolderTest, GivesBackWhatWasWrittenInPiecesOnAPage) {
  const auto folder = Folder();
  ASSERT_TRUE(Put(*folder, {"a", "1"}, "some bytes"));
  EXPECT_EQ(Get(*folder, {"a", "1"}), "some bytes");
  EXPECT_EQ(reinterpret_cast<uintptr_t>(folder->Read({"a", "1"})->span().data()) % AlignedBytes::kAlignment, 0u);
  EXPECT_EQ(folder->Read({"a", "2"}).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(folder->bytes(), 10);
}

TEST_F(CacheFolderTest, ASuccessorTakesTheFormerEntryOfItsPlaceAway) {
  const auto folder = Folder();
  ASSERT_TRUE(Put(*folder, {"a", "1"}, "old"));
  ASSERT_TRUE(Put(*folder, {"b", "1"}, "other"));
  const auto evicted = Put(*folder, {"a", "2"}, "new");
  ASSERT_TRUE(evicted);
  EXPECT_EQ(evicted->superseded, 1);
  EXPECT_FALSE(folder->Read({"a", "1"}));
  EXPECT_EQ(Get(*folder, {"a", "2"}), "new");
  EXPECT_EQ(Get(*folder, {"b", "1"}), "other");
}

TEST_F(CacheFolderTest, TheLongestUnusedGoesWhenThereIsNoRoom) {
  const auto folder = Folder(25);
  for (const char* place : {"a", "b"}) ASSERT_TRUE(Put(*folder, {place, "1"}, "0123456789"));
  Age({"a", "1"}, std::chrono::hours(2));
  Age({"b", "1"}, std::chrono::hours(3));
  EXPECT_EQ(Get(*folder, {"b", "1"}), "0123456789") << "which makes it the last used";
  const auto evicted = Put(*folder, {"c", "1"}, "0123456789");
  ASSERT_TRUE(evicted);
  EXPECT_EQ(evicted->for_room, 1);
  EXPECT_FALSE(folder->Read({"a", "1"}));
  EXPECT_TRUE(folder->Read({"b", "1"}));
  EXPECT_LE(folder->bytes(), 25);
}

TEST_F(CacheFolderTest, WhatIsLargerThanTheWholeFolderMayBeIsRefusedAndNothingElseLost) {
  const auto folder = Folder(20);
  ASSERT_TRUE(Put(*folder, {"a", "1"}, "0123456789"));
  const auto refused = Put(*folder, {"b", "1"}, std::string(21, 'x'));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().field, "cache.max_mib");
  EXPECT_TRUE(folder->Read({"a", "1"}));
}

TEST_F(CacheFolderTest, AnEntryHalfWrittenByAProcessThatDiedIsNeverSeenAndGoesLater) {
  const auto folder = Folder();
  Write("cache/.a-1.load.77.0.tmp", "half of an en");
  EXPECT_EQ(folder->Read({"a", "1"}).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(folder->bytes(), 0);
  ASSERT_TRUE(Put(*folder, {"a", "1"}, "whole"));
  EXPECT_TRUE(std::filesystem::exists(root_ / "cache/.a-1.load.77.0.tmp")) << "it may be being written just now";
  std::filesystem::last_write_time(root_ / "cache/.a-1.load.77.0.tmp",
                                   std::filesystem::file_time_type::clock::now() - std::chrono::hours(2));
  ASSERT_TRUE(Put(*folder, {"b", "1"}, "whole"));
  EXPECT_FALSE(std::filesystem::exists(root_ / "cache/.a-1.load.77.0.tmp"));
}

TEST_F(CacheFolderTest, TwoWritersOfOneFolderLeaveWholeEntriesWithinTheBound) {
  const auto one = Folder(3000);
  const auto other = Folder(3000);
  const auto fill = [](const CacheFolder& folder, char letter) {
    for (int i = 0; i < 50; ++i) {
      const Name name{"p" + std::to_string(i % 5), "1"};
      (void)Put(folder, name, std::string(1000, letter));
      const auto read = folder.Read(name);
      if (!read) continue;  // the other one took it away
      ASSERT_EQ(read->span().size(), 1000u);
      EXPECT_EQ(read->span().front(), read->span().back());
    }
  };
  {
    const std::jthread first([&] { fill(*one, 'a'); });
    const std::jthread second([&] { fill(*other, 'b'); });
  }
  EXPECT_LE(one->bytes(), 3000);
}

TEST_F(CacheFolderTest, AFolderThatCannotBeMadeIsNamed) {
  Write("file", "no folder");
  const auto folder = CacheFolder::Open(root_ / "file" / "cache", 1000);
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().field, "cache.folder");
  EXPECT_NE(folder.error().message.find("file/cache"), std::string::npos);
}

}  // namespace
}  // namespace crossdock::model

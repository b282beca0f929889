#include "base/unique_function.h"

#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace crossdock {
namespace {

TEST(UniqueFunction, OwnsWhatCannotBeCopied) {
  UniqueFunction<int(int)> add = [held = std::make_unique<int>(40)](int more) { return *held + more; };
  EXPECT_EQ(add(2), 42);
}

TEST(UniqueFunction, IsEmptyUntilItHoldsSomethingAndAfterItWasMovedFrom) {
  UniqueFunction<void()> empty;
  EXPECT_FALSE(empty);
  EXPECT_FALSE(UniqueFunction<void()>(nullptr));
  UniqueFunction<void()> full = [] {};
  EXPECT_TRUE(full);
  const UniqueFunction<void()> taken = std::move(full);
  EXPECT_TRUE(taken);
  EXPECT_FALSE(full);  // NOLINT(bugprone-use-after-move): what this test asks
}

TEST(UniqueFunction, KeepsItsStateBetweenCalls) {
  UniqueFunction<int()> count = [n = 0]() mutable { return ++n; };
  EXPECT_EQ(count(), 1);
  EXPECT_EQ(count(), 2);
}

TEST(UniqueFunction, DestroysItsCallableWhenItIsReplaced) {
  const auto watched = std::make_shared<int>(0);
  UniqueFunction<void()> function = [watched] {};
  EXPECT_EQ(watched.use_count(), 2);
  function = nullptr;
  EXPECT_EQ(watched.use_count(), 1);
}

TEST(UniqueFunction, PassesMoveOnlyArgumentsAndReferencesThrough) {
  UniqueFunction<void(std::unique_ptr<int>, std::string&)> write = [](std::unique_ptr<int> value, std::string& out) {
    out = std::to_string(*value);
  };
  std::string out;
  write(std::make_unique<int>(7), out);
  EXPECT_EQ(out, "7");
}

TEST(UniqueFunction, TakesOnlyWhatCanBeCalledLikeIt) {
  static_assert(std::is_constructible_v<UniqueFunction<int(int)>, int (*)(int)>);
  static_assert(!std::is_constructible_v<UniqueFunction<int(int)>, std::string (*)(int)>);
  static_assert(!std::is_copy_constructible_v<UniqueFunction<int(int)>>);
}

}  // namespace
}  // namespace crossdock

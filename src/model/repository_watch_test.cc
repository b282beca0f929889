#include "model/repository_watch.h"

#include <gtest/gtest.h>

#include "base/bounded_queue.h"

namespace crossdock::model {
namespace {

using std::chrono::seconds;
using Names = std::vector<std::string>;

class Watching : public ::testing::Test {
 protected:
  RepositoryWatch::Options Options() {
    return {seconds(2),
            {{"a", "1"}},
            [this]() -> Result<Inventory> {
              auto seen = Look();
              looks_.TryPush(0);
              return seen;
            },
            [this](Names names) { changed_.TryPush(std::move(names)); }};
  }
  Result<Inventory> Look() {
    auto there = there_.Lock();
    if (there->empty()) return Error{ErrorCode::kNotFound, "no such folder"};
    return *there;
  }
  /// Turns the clock until the watch has looked `times` more.
  void UntilLooked(int times) {
    for (int seen = 0; seen < times;) {
      clock_.Advance(seconds(2));
      while (looks_.TryPop()) ++seen;
    }
  }
  VirtualClock clock_;
  Guarded<Inventory> there_{Inventory{{"a", "1"}}};
  BoundedQueue<int> looks_{1000};
  BoundedQueue<Names> changed_{1000};
};

TEST_F(Watching, TellsWhatChangedAndNothingWhileNothingDoes) {
  const RepositoryWatch watch(Options(), clock_);
  UntilLooked(5);
  EXPECT_FALSE(changed_.TryPop());
  (*there_.Lock())["a"] = "2";
  UntilLooked(3);
  EXPECT_EQ(changed_.Pop({}), Names{"a"});
}

TEST_F(Watching, StorageThatVanishesAndComesBackChangesNothing) {
  const RepositoryWatch watch(Options(), clock_);
  there_.Lock()->clear();
  UntilLooked(5);
  *there_.Lock() = {{"a", "1"}};
  UntilLooked(5);
  EXPECT_FALSE(changed_.TryPop());
}

TEST_F(Watching, EndsWhileItWaits) {
  const RepositoryWatch watch(Options(), clock_);  // a watch that slept through its end would hang here
}

}  // namespace
}  // namespace crossdock::model

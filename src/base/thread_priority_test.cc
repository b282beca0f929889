#include "base/thread_priority.h"

#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <latch>
#include <string>
#include <thread>

#include <gtest/gtest.h>

namespace crossdock {
namespace {

struct Seen {
  int nice = -1;
  std::string name;
};

Seen AfterSetting(const std::string& name, int nice) {
  Seen seen;
  std::thread([&] {
    SetThreadPriority(name, nice);
    seen.nice = getpriority(PRIO_PROCESS, 0);
    char shown[16] = {};
    pthread_getname_np(pthread_self(), shown, sizeof shown);
    seen.name = shown;
  }).join();
  return seen;
}

TEST(ThreadPriority, YieldsByItsOwnNicenessAndLeavesOtherThreadsAlone) {
  const int mine = getpriority(PRIO_PROCESS, 0);
  EXPECT_EQ(AfterSetting("text-0", 15).nice, 15);
  EXPECT_EQ(getpriority(PRIO_PROCESS, 0), mine);
}

TEST(ThreadPriority, ALongNameIsCut) { EXPECT_EQ(AfterSetting("a-name-that-is-long", 0).name, "a-name-that-is-"); }

TEST(LowPriority, EndsWithItsScopeAndTheThreadsStartedInItAreToldToo) {
  int inside = -1;
  int after = -1;
  int child_after = -1;
  bool lowered = false;
  std::thread([&] {
    std::latch over(1);
    std::jthread child;
    std::atomic<int> child_id = 0;
    {
      const LowPriority low(17, 3);
      lowered = low.lowered();
      inside = getpriority(PRIO_PROCESS, 0);
      child = std::jthread([&] {
        child_id = static_cast<int>(syscall(SYS_gettid));
        child_id.notify_one();
        over.wait();
      });
      child_id.wait(0);
    }
    after = getpriority(PRIO_PROCESS, 0);
    child_after = getpriority(PRIO_PROCESS, static_cast<id_t>(child_id));
    over.count_down();
  }).join();
  if (lowered) {
    EXPECT_EQ(inside, 17);
    EXPECT_EQ(after, getpriority(PRIO_PROCESS, 0));
  } else {
    EXPECT_EQ(inside, 3) << "without the right to come back, no further than what is right for good";
    EXPECT_EQ(after, 3);
  }
  EXPECT_EQ(child_after, 3);
}

TEST(WaitedForCore, NeverGoesBack) {
  const Nanos before = WaitedForCore();
  EXPECT_GE(before.count(), 0);
  EXPECT_GE(WaitedForCore(), before);
}

}  // namespace
}  // namespace crossdock

#include "pipeline/thread_priority.h"

#include <pthread.h>
#include <sys/resource.h>

#include <string>
#include <thread>

#include <gtest/gtest.h>

namespace crossdock::pipeline {
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

}  // namespace
}  // namespace crossdock::pipeline

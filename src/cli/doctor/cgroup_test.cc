#include "cli/doctor/cgroup.h"

#include <gtest/gtest.h>

#include "cli/doctor/made_up_machine_test.h"

namespace crossdock::cli::doctor {
namespace {

TEST(ControlGroup, IsTheTightestOfItselfAndAllAboveIt) {
  const MadeUpMachine machine;
  machine.Write("/proc/self/cgroup", "0::/pod/box\n");
  machine.Write("/sys/fs/cgroup/pod/box/cpu.max", "400000 100000\n");
  machine.Write("/sys/fs/cgroup/pod/cpu.max", "150000 100000\n");
  machine.Write("/sys/fs/cgroup/pod/box/memory.max", "max\n");
  machine.Write("/sys/fs/cgroup/pod/memory.max", "2147483648\n");
  machine.Write("/sys/fs/cgroup/pod/box/memory.current", "1000\n");
  machine.Write("/sys/fs/cgroup/pod/box/cpu.stat", "usage_usec 5\nnr_periods 200\nnr_throttled 50\n");
  machine.Write("/sys/fs/cgroup/pod/pids.max", "99\n");
  const ControlGroup group = ReadControlGroup(machine.files());
  EXPECT_EQ(group.cores, 1.5);
  EXPECT_EQ(group.memory_bytes, 2147483648);
  EXPECT_EQ(group.memory_used_bytes, 1000);
  EXPECT_EQ(group.throttled, 0.25);
  EXPECT_EQ(group.tasks, 99);
}

TEST(ControlGroup, OfAContainerIsTheMountItself) {
  const MadeUpMachine machine;
  machine.Write("/proc/self/cgroup", "0::/\n");
  machine.Write("/sys/fs/cgroup/cpu.max", "max 100000\n");
  machine.Write("/sys/fs/cgroup/memory.max", "512\n");
  const ControlGroup group = ReadControlGroup(machine.files());
  EXPECT_FALSE(group.cores);
  EXPECT_EQ(group.memory_bytes, 512);
}

TEST(ControlGroup, OfVersionOneIsReadToo) {
  const MadeUpMachine machine;
  machine.Write("/proc/self/cgroup",
                "4:cpu,cpuacct:/docker/abc\n3:memory:/docker/abc\n2:pids:/docker/abc\n1:name=systemd:/x\n");
  machine.Write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "50000\n");
  machine.Write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  machine.Write("/sys/fs/cgroup/cpu,cpuacct/cpu.stat", "nr_periods 10\nnr_throttled 1\n");
  machine.Write("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  machine.Write("/sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes", "1048576\n");
  machine.Write("/sys/fs/cgroup/memory/docker/abc/memory.usage_in_bytes", "77\n");
  const ControlGroup group = ReadControlGroup(machine.files());
  EXPECT_EQ(group.cores, 0.5);
  EXPECT_EQ(group.throttled, 0.1);
  EXPECT_EQ(group.memory_bytes, 1048576);
  EXPECT_EQ(group.memory_used_bytes, 77);
}

TEST(ControlGroup, IsEmptyWhereThereIsNone) {
  const ControlGroup group = ReadControlGroup(MadeUpMachine().files());
  EXPECT_FALSE(group.cores);
  EXPECT_FALSE(group.memory_bytes);
}

TEST(SystemFiles, CountsCoresOfAList) {
  EXPECT_EQ(CountList("0-3,8"), 5);
  EXPECT_EQ(CountList("0"), 1);
  EXPECT_EQ(CountList(""), 0);
  EXPECT_EQ(CountList("x,3-1,"), 0);
}

}  // namespace
}  // namespace crossdock::cli::doctor

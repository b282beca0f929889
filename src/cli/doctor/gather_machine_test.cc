#include <string>

#include <gtest/gtest.h>

#include "cli/doctor/gather.h"
#include "cli/doctor/made_up_machine_test.h"

namespace crossdock::cli::doctor {
namespace {

using std::string_literals::operator""s;

TEST(GatherMachine, ReadsWhatTheKernelSays) {
  const MadeUpMachine machine;
  machine.Write(
      "/proc/cpuinfo",
      "processor\t: 0\nmodel name\t: Old Xeon\nflags\t\t: sse2 avx2\n\nprocessor\t: 1\nmodel name\t: Other\n");
  machine.Write("/proc/self/status", "Name:\tx\nCpus_allowed_list:\t0-1\n");
  machine.Write("/proc/meminfo", "MemTotal:  1000 kB\nMemAvailable: 400 kB\nSwapTotal: 10 kB\nSwapFree: 4 kB\n");
  machine.Write("/proc/stat", "cpu  10 0 10 70 0 0 0 10 0 0\ncpu0 1 1 1 1\n");
  machine.Write("/proc/pressure/cpu", "some avg10=1.00 avg60=25.50 avg300=0.00 total=1\n");
  machine.Write("/proc/self/limits",
                "Limit  Soft Limit  Hard Limit  Units\nMax open files            1024       4096       files\n"
                "Max locked memory         unlimited  unlimited  bytes\n");
  machine.Write("/proc/self/environ", "PATH=/bin\0OMP_NUM_THREADS=8\0LD_PRELOAD=\0HOME=/root\0"s);
  machine.Write("/proc/sys/kernel/osrelease", "6.1.0-test\n");
  machine.Write("/proc/driver/nvidia/gpus/0000:01:00.0/information", "x");
  machine.Write("/sys/devices/system/cpu/online", "0-3\n");
  machine.Write("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
  machine.Write("/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n");
  machine.Write("/sys/devices/system/node/node0/x", "");
  machine.Write("/sys/devices/system/node/node1/x", "");
  machine.Write("/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n");
  machine.Write("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
  SystemFacts facts;
  GatherMachine(machine.files(), facts);
  EXPECT_EQ(facts.kernel, "6.1.0-test");
  EXPECT_EQ(facts.processor.model, "Old Xeon");
  EXPECT_EQ(facts.processor.features, (std::vector<std::string>{"avx2", "sse2"}));
  EXPECT_EQ(facts.processor.online, 4);
  EXPECT_EQ(facts.processor.allowed, 2);
  EXPECT_FALSE(facts.processor.quota);
  EXPECT_EQ(facts.processor.stolen, 0.1);
  EXPECT_EQ(facts.processor.pressure, 0.255);
  EXPECT_EQ(facts.processor.numa_nodes, 2);
  EXPECT_EQ(facts.processor.governor, "performance,powersave");
  EXPECT_EQ(facts.processor.clock_source, "hpet");
  EXPECT_EQ(facts.memory.total_bytes, 1000 * 1024);
  EXPECT_EQ(facts.memory.available_bytes, 400 * 1024);
  EXPECT_EQ(facts.memory.swap_used_bytes, 6 * 1024);
  EXPECT_EQ(facts.memory.huge_pages, "madvise");
  EXPECT_EQ(facts.limits.open_files, 1024);
  EXPECT_FALSE(facts.limits.locked_bytes);
  EXPECT_EQ(facts.nvidia_gpus, 1);
  EXPECT_EQ(facts.environment, (std::map<std::string, std::string>{{"LD_PRELOAD", ""}, {"OMP_NUM_THREADS", "8"}}));
}

TEST(GatherMachine, InventsNothingWhereNothingCanBeRead) {
  SystemFacts facts;
  GatherMachine(MadeUpMachine().files(), facts);
  EXPECT_EQ(facts.processor.online, 0);
  EXPECT_FALSE(facts.processor.pressure);
  EXPECT_EQ(facts.processor.governor, "");
  EXPECT_FALSE(facts.limits.open_files);
}

TEST(GatherMachine, ReadsThisMachine) {
  SystemFacts facts;
  GatherMachine(SystemFiles("/"), facts);
  EXPECT_GT(facts.processor.allowed, 0);
  EXPECT_GT(facts.memory.total_bytes, 0);
}

TEST(MappedLibraries, AreListedOnce) {
  const MadeUpMachine machine;
  machine.Write("/proc/self/maps",
                "7f00-7f01 r-xp 0 08:01 1 /opt/a/libtbb.so.12.8\n7f02-7f03 r--p 0 08:01 1 /opt/a/libtbb.so.12.8\n"
                "7f04-7f05 r--p 0 08:01 2 /opt/a/libtbbmalloc.so.2\n7f06-7f07 rw-p 0 00:00 0 [heap]\n");
  EXPECT_EQ(MappedLibraries(machine.files(), "libtbb.so"), (std::vector<std::string>{"/opt/a/libtbb.so.12.8"}));
}

}  // namespace
}  // namespace crossdock::cli::doctor

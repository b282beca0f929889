#include "engine/cores.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <thread>

namespace crossdock::engine {
namespace {

/// Cores that a control group's quota allows; infinity without one. The file says "max PERIOD" or "QUOTA PERIOD", microseconds.
double QuotaIn(const std::string& folder) {
  std::ifstream file(folder + "/cpu.max");
  double quota = 0;
  double period = 0;
  if (!(file >> quota >> period) || quota <= 0 || period <= 0) return HUGE_VAL;
  return quota / period;
}

/// The smallest quota on the way from this process's control group to the root (version 2 of control groups).
double SmallestQuota() {
  constexpr const char* kRoot = "/sys/fs/cgroup";
  double smallest = QuotaIn(kRoot);
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    if (!line.starts_with("0::/")) continue;
    for (std::string path = line.substr(3); path.size() > 1; path.resize(path.rfind('/'))) {
      smallest = std::min(smallest, QuotaIn(kRoot + path));
    }
  }
  return smallest;
}

}  // namespace

int AvailableCores() {
  const double affinity = std::max(1U, std::thread::hardware_concurrency());
  return std::max(1, static_cast<int>(std::ceil(std::min(affinity, SmallestQuota()))));
}

int SlotsFor(int streams, int threads) {
  return streams > 0 ? streams : std::max(1, AvailableCores() / std::max(1, threads));
}

}  // namespace crossdock::engine

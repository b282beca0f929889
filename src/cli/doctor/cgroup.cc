#include "cli/doctor/cgroup.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace crossdock::cli::doctor {
namespace {

/// Version 1 says "no limit" with the largest multiple of a page.
constexpr int64_t kNoMemoryLimit = int64_t{1} << 60;

template <class T>
void Tighten(std::optional<T>& limit, const std::optional<T>& other) {
  if (other && (!limit || *other < *limit)) limit = other;
}

/// The group's folder below `mount` and every one above it. In a container the path may be the host's and not there: the mount then is
/// the group itself.
std::vector<std::string> Folders(const SystemFiles& files, const std::string& mount, std::string path) {
  std::vector<std::string> folders;
  while (path.size() > 1) {
    if (files.Exists(mount + path)) folders.push_back(mount + path);
    path.resize(path.find_last_of('/'));
  }
  folders.push_back(mount);
  return folders;
}

double Throttled(const SystemFiles& files, const std::string& folder) {
  const auto stat = files.Pairs(folder + "/cpu.stat");
  const auto value = [&](const char* key) {
    const auto found = stat.find(key);
    return found == stat.end() ? 0.0 : static_cast<double>(ToNumber(found->second).value_or(0));
  };
  const double periods = value("nr_periods");
  return periods > 0 ? value("nr_throttled") / periods : 0.0;
}

/// "150000 100000" or "max 100000".
std::optional<double> CoresOfVersion2(const std::string& line) {
  std::istringstream words(line);
  double quota = 0;
  double period = 0;
  if (!(words >> quota >> period) || period <= 0) return std::nullopt;
  return quota / period;
}

void ReadVersion2(const SystemFiles& files, const std::string& path, ControlGroup& group) {
  const auto folders = Folders(files, "/sys/fs/cgroup", path);
  for (const std::string& folder : folders) {
    Tighten(group.cores, CoresOfVersion2(files.Line(folder + "/cpu.max")));
    Tighten(group.memory_bytes, files.Number(folder + "/memory.max"));
    Tighten(group.tasks, files.Number(folder + "/pids.max"));
  }
  group.throttled = Throttled(files, folders.front());
  group.memory_used_bytes = files.Number(folders.front() + "/memory.current").value_or(0);
}

std::optional<double> CoresOfVersion1(const SystemFiles& files, const std::string& folder) {
  const auto quota = files.Number(folder + "/cpu.cfs_quota_us");
  const auto period = files.Number(folder + "/cpu.cfs_period_us");
  if (!quota || !period || *quota <= 0 || *period <= 0) return std::nullopt;
  return static_cast<double>(*quota) / static_cast<double>(*period);
}

void ReadVersion1(const SystemFiles& files, const std::string& controllers, const std::string& path,
                  ControlGroup& group) {
  const auto folders = Folders(files, "/sys/fs/cgroup/" + controllers, path);
  for (const std::string& folder : folders) {
    Tighten(group.cores, CoresOfVersion1(files, folder));
    const auto memory = files.Number(folder + "/memory.limit_in_bytes");
    if (memory && *memory < kNoMemoryLimit) Tighten(group.memory_bytes, memory);
    Tighten(group.tasks, files.Number(folder + "/pids.max"));
  }
  group.throttled = std::max(group.throttled, Throttled(files, folders.front()));
  const auto used = files.Number(folders.front() + "/memory.usage_in_bytes");
  if (used) group.memory_used_bytes = *used;
}

}  // namespace

ControlGroup ReadControlGroup(const SystemFiles& files) {
  ControlGroup group;
  // Lines "0::/path" (version 2) and "4:cpu,cpuacct:/path" (version 1).
  for (const std::string& line : files.Lines("/proc/self/cgroup")) {
    const size_t first = line.find(':');
    const size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string path = line.substr(second + 1);
    if (controllers.empty()) {
      ReadVersion2(files, path, group);
    } else {
      ReadVersion1(files, controllers, path, group);
    }
  }
  return group;
}

}  // namespace crossdock::cli::doctor

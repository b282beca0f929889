#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include <fmt/ranges.h>

#include "cli/doctor/cgroup.h"
#include "cli/doctor/gather.h"
#include "cli/doctor/variables.h"

namespace crossdock::cli::doctor {
namespace {

int64_t KibValue(const std::map<std::string, std::string>& pairs, const char* key) {
  const auto found = pairs.find(key);
  return found == pairs.end() ? 0 : ToNumber(found->second).value_or(0) * 1024;
}

void ReadModelAndFeatures(const SystemFiles& files, Processor& processor) {
  // Pairs keeps the first of each key: the first processor speaks for all.
  const auto info = files.Pairs("/proc/cpuinfo");
  for (const char* key : {"model name", "Model", "Hardware"}) {
    if (processor.model.empty() && info.contains(key)) processor.model = info.at(key);
  }
  for (const char* key : {"flags", "Features"}) {
    if (!info.contains(key)) continue;
    std::istringstream words(info.at(key));
    for (std::string word; words >> word;) processor.features.push_back(word);
  }
  std::sort(processor.features.begin(), processor.features.end());
}

std::string Governors(const SystemFiles& files) {
  std::set<std::string> governors;
  for (const std::string& core : files.Names("/sys/devices/system/cpu", "cpu")) {
    const std::string governor = files.Line("/sys/devices/system/cpu/" + core + "/cpufreq/scaling_governor");
    if (!governor.empty()) governors.insert(governor);
  }
  return fmt::format("{}", fmt::join(governors, ","));
}

/// "cpu user nice system idle iowait irq softirq steal …", in ticks since boot.
double StolenShare(const SystemFiles& files) {
  std::istringstream words(files.Line("/proc/stat"));
  std::string name;
  words >> name;
  double total = 0;
  double stolen = 0;
  double ticks = 0;
  for (int column = 0; column < 8 && words >> ticks; ++column) {
    total += ticks;
    if (column == 7) stolen = ticks;
  }
  return total > 0 ? stolen / total : 0;
}

/// "some avg10=0.00 avg60=1.25 avg300=0.40 total=…", in percent.
std::optional<double> Pressure(const SystemFiles& files) {
  const std::string line = files.Line("/proc/pressure/cpu");
  constexpr std::string_view kKey = "avg60=";
  const size_t at = line.find(kKey);
  if (at == std::string::npos) return std::nullopt;
  std::istringstream stream(line.substr(at + kKey.size()));
  double percent = 0;
  if (!(stream >> percent)) return std::nullopt;
  return percent / 100;
}

/// "always [madvise] never".
std::string ChosenWord(const std::string& line) {
  const size_t open = line.find('[');
  const size_t close = line.find(']');
  return open == std::string::npos || close == std::string::npos || close < open
             ? line
             : line.substr(open + 1, close - open - 1);
}

/// "Max open files            1024                 524288               files".
std::optional<int64_t> SoftLimit(const SystemFiles& files, std::string_view name) {
  for (const std::string& line : files.Lines("/proc/self/limits")) {
    if (line.starts_with(name)) return ToNumber(Trim(std::string_view(line).substr(name.size())));
  }
  return std::nullopt;
}

std::map<std::string, std::string> Environment(const SystemFiles& files) {
  std::map<std::string, std::string> variables;
  std::istringstream stream(files.Text("/proc/self/environ"));
  for (std::string entry; std::getline(stream, entry, '\0');) {
    const size_t equals = entry.find('=');
    if (equals == std::string::npos) continue;
    const std::string name = entry.substr(0, equals);
    if (FindVariable(name) != nullptr) variables[name] = entry.substr(equals + 1);
  }
  return variables;
}

}  // namespace

void GatherMachine(const SystemFiles& files, SystemFacts& facts) {
  const ControlGroup group = ReadControlGroup(files);
  facts.kernel = files.Line("/proc/sys/kernel/osrelease");

  Processor& processor = facts.processor;
  ReadModelAndFeatures(files, processor);
  processor.online = CountList(files.Line("/sys/devices/system/cpu/online"));
  const auto status = files.Pairs("/proc/self/status");
  if (status.contains("Cpus_allowed_list")) processor.allowed = CountList(status.at("Cpus_allowed_list"));
  processor.quota = group.cores;
  processor.throttled = group.throttled;
  processor.stolen = StolenShare(files);
  processor.pressure = Pressure(files);
  processor.numa_nodes = static_cast<int>(files.Names("/sys/devices/system/node", "node").size());
  processor.governor = Governors(files);
  processor.clock_source = files.Line("/sys/devices/system/clocksource/clocksource0/current_clocksource");

  const auto memory = files.Pairs("/proc/meminfo");
  facts.memory.total_bytes = KibValue(memory, "MemTotal");
  facts.memory.available_bytes = KibValue(memory, "MemAvailable");
  facts.memory.swap_used_bytes = KibValue(memory, "SwapTotal") - KibValue(memory, "SwapFree");
  facts.memory.limit_bytes = group.memory_bytes;
  facts.memory.used_of_limit_bytes = group.memory_used_bytes;
  facts.memory.huge_pages = ChosenWord(files.Line("/sys/kernel/mm/transparent_hugepage/enabled"));

  facts.limits.open_files = SoftLimit(files, "Max open files");
  facts.limits.locked_bytes = SoftLimit(files, "Max locked memory");
  facts.limits.tasks = group.tasks;
  facts.environment = Environment(files);
  facts.nvidia_gpus = static_cast<int>(files.Names("/proc/driver/nvidia/gpus", "").size());
}

std::vector<std::string> MappedLibraries(const SystemFiles& files, std::string_view prefix) {
  std::set<std::string> paths;
  for (const std::string& line : files.Lines("/proc/self/maps")) {
    const size_t slash = line.find('/');
    if (slash == std::string::npos) continue;
    const std::string path = line.substr(slash);
    if (std::string_view(path).substr(path.rfind('/') + 1).starts_with(prefix)) paths.insert(path);
  }
  return {paths.begin(), paths.end()};
}

}  // namespace crossdock::cli::doctor

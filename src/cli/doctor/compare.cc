#include "cli/doctor/compare.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace crossdock::cli::doctor {
namespace {

using Json = nlohmann::ordered_json;

/// Whether two values of a fact are different enough to be told.
bool Differ(const Json& a, const Json& b) { return a != b; }

/// Shares of time: a hundredth is noise.
bool SharesDiffer(const Json& a, const Json& b) {
  if (!a.is_number() || !b.is_number()) return false;
  return std::abs(a.get<double>() - b.get<double>()) > 0.01;
}

/// Sizes: a quarter is noise.
bool SizesDiffer(const Json& a, const Json& b) {
  if (!a.is_number() || !b.is_number()) return a != b;
  const double larger = std::max(a.get<double>(), b.get<double>());
  return std::min(a.get<double>(), b.get<double>()) < 0.75 * larger;
}

struct Rule {
  const char* pattern;  // path of the fact; '*' stands for one name
  int weight;
  bool (*differ)(const Json&, const Json&);
  const char* meaning;
};

constexpr Rule kRules[] = {
    {"/processor/effective_cores", 100, Differ, "throughput follows the cores that can be used"},
    {"/build/optimized", 98, Differ, "a build for finding faults is several times slower"},
    {"/processor/throttled", 94, SharesDiffer,
     "a control group that is held back stalls every thread at once: the tail grows first"},
    {"/runtimes/*/providers", 90, Differ, "an accelerator that one of them lacks"},
    {"/nvidia_gpus", 88, Differ, "an accelerator that one of them lacks"},
    {"/runtimes/*/problem", 86, Differ, "a runtime that does not open on one of them"},
    {"/models/*/runtime", 84, Differ, "the same model runs in another runtime"},
    {"/models/*/providers", 83, Differ, "the same model runs on another provider"},
    {"/models/*/threads", 80, Differ, "threads of a call: they decide its time and how many calls fit"},
    {"/models/*/streams", 79, Differ, "calls at once"},
    {"/configured_threads", 78, Differ, "threads of the pools around the models"},
    {"/environment/*", 76, Differ, "changes how libraries compute behind the configuration's back"},
    {"/processor/stolen", 74, SharesDiffer, "the host gives the cores to others"},
    {"/runtimes/*/version", 70, Differ, "kernels and defaults change between versions"},
    {"/processor/governor", 66, Differ, "idle cores start slow under any governor but performance"},
    {"/models/*/spinning", 64, Differ, "spinning threads take the cores of other models"},
    {"/processor/clock_source", 60, Differ, "a slow clock costs microseconds at each reading"},
    {"/processor/pressure", 58, SharesDiffer, "something else wants the cores"},
    {"/build/version", 56, Differ, "another version of the server"},
    {"/memory/limit_bytes", 50, SizesDiffer, "less memory: smaller arenas, and the kernel kills sooner"},
    {"/processor/model", 46, Differ, "another processor"},
    {"/memory/swap_used_bytes", 44, SizesDiffer, "what is swapped out waits for the disk"},
    {"/processor/numa_nodes", 42, Differ, "memory of another node is slower"},
    {"/tbb", 40, Differ, "another threading library under OpenVINO"},
    {"/memory/total_bytes", 36, SizesDiffer, "less memory"},
    {"/models/*/arena_bytes", 32, Differ, "another memory budget"},
    {"/models/*/problem", 30, Differ, "a model that cannot be loaded on one of them"},
    {"/memory/huge_pages", 26, Differ, "fewer page walks, or pauses while pages are built"},
    {"/processor/quota", 24, Differ, "a quota below the cores makes libraries start too many threads"},
    {"/processor/online", 22, Differ, "libraries that count cores start other numbers of threads"},
    {"/limits/open_files", 20, SizesDiffer, "fewer connections"},
    {"/limits/tasks", 18, SizesDiffer, "fewer threads"},
    {"/telemetry_off", 16, Differ, "a reporting thread"},
    {"/kernel", 12, Differ, "another kernel"},
};

/// Features by what they are worth; others are not told.
struct FeatureRule {
  const char* name;
  int weight;
};
constexpr FeatureRule kFeatureRules[] = {{"avx2", 96},     {"fma", 96},         {"amx_int8", 93},
                                         {"amx_bf16", 93}, {"avx512f", 92},     {"avx512_vnni", 92},
                                         {"avx_vnni", 92}, {"avx512_bf16", 82}, {"avx512_fp16", 82},
                                         {"f16c", 62},     {"hypervisor", 14}};

std::string Shown(const Json& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return value.get<std::string>().empty() ? "-" : value.get<std::string>();
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json MemberOf(const Json& object, const std::string& name) {
  const auto found = object.is_object() ? object.find(name) : object.end();
  return found == object.end() ? Json(nullptr) : *found;
}

/// Walks both documents along the pattern and takes down where they differ.
void Follow(const Rule& rule, std::string_view pattern, const std::string& path, const Json& a, const Json& b,
            std::vector<Difference>& out) {
  if (pattern.empty()) {
    if (rule.differ(a, b)) out.push_back({rule.weight, path, Shown(a), Shown(b), rule.meaning});
    return;
  }
  pattern.remove_prefix(1);
  const size_t end = std::min(pattern.find('/'), pattern.size());
  const std::string name(pattern.substr(0, end));
  std::set<std::string> names = {name};
  if (name == "*") {
    names.clear();
    for (const Json* side : {&a, &b}) {
      if (!side->is_object()) continue;
      for (const auto& [key, value] : side->items()) names.insert(key);
    }
  }
  for (const std::string& key : names) {
    const std::string deeper = path.empty() ? key : path + " " + key;
    Follow(rule, pattern.substr(end), deeper, MemberOf(a, key), MemberOf(b, key), out);
  }
}

std::set<std::string> FeaturesOf(const Json& facts) {
  std::set<std::string> features;
  const Json list = MemberOf(MemberOf(facts, "processor"), "features");
  if (!list.is_array()) return features;
  for (const Json& feature : list) {
    if (feature.is_string()) features.insert(feature.get<std::string>());
  }
  return features;
}

void CompareFeatures(const Json& a, const Json& b, std::vector<Difference>& out) {
  const std::set<std::string> of_a = FeaturesOf(a);
  const std::set<std::string> of_b = FeaturesOf(b);
  for (const FeatureRule& rule : kFeatureRules) {
    const bool in_a = of_a.contains(rule.name);
    const bool in_b = of_b.contains(rule.name);
    if (in_a == in_b) continue;
    out.push_back({rule.weight, fmt::format("processor feature {}", rule.name), in_a ? "yes" : "no",
                   in_b ? "yes" : "no", "libraries choose their kernels by it"});
  }
}

}  // namespace

Result<std::vector<Difference>> Compare(const Json& a, const Json& b) {
  const Json facts_a = MemberOf(a, "facts");
  const Json facts_b = MemberOf(b, "facts");
  if (!facts_a.is_object()) return InvalidArgument("A", "not a report of `crossdock doctor --json`");
  if (!facts_b.is_object()) return InvalidArgument("B", "not a report of `crossdock doctor --json`");
  std::vector<Difference> differences;
  for (const Rule& rule : kRules) Follow(rule, rule.pattern, "", facts_a, facts_b, differences);
  CompareFeatures(facts_a, facts_b, differences);
  std::stable_sort(differences.begin(), differences.end(),
                   [](const Difference& x, const Difference& y) { return x.weight > y.weight; });
  return differences;
}

std::string ComparisonText(std::span<const Difference> differences) {
  if (differences.empty()) return "The two machines do not differ in anything that matters here.\n";
  std::string text = "What differs, most telling first:\n";
  for (size_t i = 0; i < differences.size(); ++i) {
    const Difference& d = differences[i];
    text += fmt::format("{:3}. {}: {} | {}\n     {}\n", i + 1, d.what, d.a, d.b, d.meaning);
  }
  return text;
}

Json ComparisonJson(std::span<const Difference> differences) {
  Json list = Json::array();
  for (const Difference& d : differences) {
    list.push_back({{"weight", d.weight}, {"what", d.what}, {"a", d.a}, {"b", d.b}, {"meaning", d.meaning}});
  }
  return {{"differences", list}};
}

}  // namespace crossdock::cli::doctor

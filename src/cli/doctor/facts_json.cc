#include <nlohmann/json.hpp>

#include "cli/doctor/report.h"

namespace crossdock::cli::doctor {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json OrNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json ToJson(const Processor& p) {
  return {{"model", p.model},
          {"architecture", p.architecture},
          {"effective_cores", EffectiveCores(p)},
          {"online", p.online},
          {"allowed", p.allowed},
          {"quota", OrNull(p.quota)},
          {"throttled", p.throttled},
          {"stolen", p.stolen},
          {"pressure", OrNull(p.pressure)},
          {"numa_nodes", p.numa_nodes},
          {"governor", p.governor},
          {"clock_source", p.clock_source},
          {"features", p.features}};
}

Json ToJson(const Memory& m) {
  return {{"total_bytes", m.total_bytes},
          {"available_bytes", m.available_bytes},
          {"swap_used_bytes", m.swap_used_bytes},
          {"limit_bytes", OrNull(m.limit_bytes)},
          {"used_of_limit_bytes", m.used_of_limit_bytes},
          {"huge_pages", m.huge_pages}};
}

Json ToJson(const Limits& l) {
  return {{"open_files", OrNull(l.open_files)}, {"locked_bytes", OrNull(l.locked_bytes)}, {"tasks", OrNull(l.tasks)}};
}

Json ToJson(const Runtime& r) { return {{"version", r.version}, {"providers", r.providers}, {"problem", r.problem}}; }

Json ToJson(const Model& m) {
  return {{"file", m.file},         {"runtime", m.runtime},         {"threads", m.threads},     {"streams", m.streams},
          {"spinning", m.spinning}, {"arena_bytes", m.arena_bytes}, {"providers", m.providers}, {"problem", m.problem}};
}

Json ToJson(const Port& p) {
  return {{"purpose", p.purpose}, {"address", p.address}, {"number", p.number}, {"problem", p.problem}};
}

Json ToJson(const Folder& f) {
  return {{"purpose", f.purpose},
          {"path", f.path},
          {"exists", f.exists},
          {"usable", f.usable},
          {"free_bytes", f.free_bytes}};
}

/// Objects by name, so that two reports can be laid beside each other.
template <class T>
Json ByName(const std::vector<T>& list) {
  Json object = Json::object();
  for (const T& item : list) object[item.name] = ToJson(item);
  return object;
}

template <class T>
Json AsList(const std::vector<T>& list) {
  Json array = Json::array();
  for (const T& item : list) array.push_back(ToJson(item));
  return array;
}

}  // namespace

nlohmann::ordered_json FactsJson(const SystemFacts& facts) {
  Json json;
  json["build"] = {
      {"version", facts.build.version}, {"optimized", facts.build.optimized}, {"in_words", facts.build.in_words}};
  json["kernel"] = facts.kernel;
  json["processor"] = ToJson(facts.processor);
  json["memory"] = ToJson(facts.memory);
  json["limits"] = ToJson(facts.limits);
  json["environment"] = Json(facts.environment);
  json["telemetry_off"] = facts.telemetry_off;
  json["nvidia_gpus"] = facts.nvidia_gpus;
  json["ports"] = AsList(facts.ports);
  json["folders"] = AsList(facts.folders);
  json["runtimes"] = ByName(facts.runtimes);
  json["tbb"] = facts.tbb;
  json["configuration"] = facts.configuration;
  json["configured_threads"] = facts.configured_threads;
  json["models"] = ByName(facts.models);
  return json;
}

}  // namespace crossdock::cli::doctor

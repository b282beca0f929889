#include "cli/verb.h"

#include <algorithm>
#include <ostream>
#include <vector>

#include <fmt/format.h>

#include "config/nearest.h"

namespace crossdock::cli {
namespace {

void PrintTable(std::span<const Verb> verbs, std::ostream& out) {
  size_t width = 0;
  for (const Verb& verb : verbs) width = std::max(width, verb.name.size());
  out << "usage: crossdock VERB [options]\n\n";
  for (const Verb& verb : verbs) out << fmt::format("  {:{}}  {}\n", verb.name, width, verb.summary);
  out << "\n`crossdock VERB --help` explains a verb and gives an example.\n";
}

}  // namespace

int Dispatch(std::span<const Verb> verbs, Args args, std::ostream& out, std::ostream& err) {
  if (args.empty()) {
    PrintTable(verbs, err);
    return kUsage;
  }
  const std::string& name = args.front();
  if (name == "--help" || name == "-h" || name == "help") {
    PrintTable(verbs, out);
    return kDone;
  }
  const auto found = std::find_if(verbs.begin(), verbs.end(), [&](const Verb& verb) { return verb.name == name; });
  if (found != verbs.end()) return found->run(args.subspan(1), out, err);
  std::vector<std::string> names;
  for (const Verb& verb : verbs) names.emplace_back(verb.name);
  err << fmt::format("crossdock: unknown verb \"{}\"{}\n", name, config::Advice(name, names));
  return kUsage;
}

}  // namespace crossdock::cli

#include "cli/command_line.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "config/nearest.h"

namespace crossdock::cli {
namespace {

/// The application or the sub-command of it that was chosen.
const CLI::App& Chosen(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : Chosen(*chosen.front());
}

std::vector<std::string> KnownWords(const CLI::App& app) {
  std::vector<std::string> words;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
  }
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
    words.push_back(sub->get_name());
  return words;
}

std::string AdviceFor(const CLI::App& app, const std::string& word) {
  std::vector<std::string> known = KnownWords(app);
  const std::string nearest = config::Nearest(word.substr(0, word.find('=')), known);
  return nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest);
}

}  // namespace

std::optional<int> ReadCommandLine(CLI::App& app, Args args, std::ostream& out, std::ostream& err) {
  std::vector<std::string> reversed(args.rbegin(), args.rend());
  app.name("crossdock " + app.get_name());
  try {
    app.parse(reversed);
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    out << Chosen(app).help();
    return kDone;
  } catch (const CLI::ParseError& e) {
    const CLI::App& at = Chosen(app);
    const std::vector<std::string> strange = app.remaining(true);
    const std::string advice = strange.empty() ? "" : AdviceFor(at, strange.front());
    err << fmt::format("{}: {}{}\n`{} --help` lists what there is.\n", app.get_name(), e.what(), advice,
                       app.get_name());
    return kUsage;
  }
}

}  // namespace crossdock::cli

#include "cli/config_command.h"

#include <algorithm>
#include <ostream>
#include <sstream>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command_line.h"

namespace crossdock::cli {
namespace {

struct Options {
  std::string of;
  std::string file;
  bool json = false;
  bool markdown = false;
};

/// The kind that was named, else the one whose usual file name the file bears, else the first.
const ConfigKind& Choose(std::span<const ConfigKind> kinds, const Options& options) {
  const std::string file_name = std::filesystem::path(options.file).filename().string();
  for (const ConfigKind& kind : kinds) {
    if (options.of == kind.name) return kind;
  }
  for (const ConfigKind& kind : kinds) {
    if (options.of.empty() && file_name == kind.file_name) return kind;
  }
  return kinds.front();
}

int Check(const ConfigKind& kind, const Options& options, std::ostream& out, std::ostream& err) {
  const std::string file = options.file.empty() ? kind.file_name : options.file;
  const Status status = kind.check(file);
  if (options.json) {
    nlohmann::ordered_json document = {{"file", file}, {"kind", kind.name}, {"ok", status.has_value()}};
    document["problems"] = nlohmann::ordered_json::array();
    std::istringstream lines(status ? "" : status.error().message);
    for (std::string line; std::getline(lines, line);) document["problems"].push_back(line);
    out << document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
  } else if (status) {
    out << fmt::format("{}: OK\n", file);
  } else {
    err << status.error().message << '\n';
  }
  return status ? kDone : kFailed;
}

std::vector<std::string> Names(std::span<const ConfigKind> kinds) {
  std::vector<std::string> names;
  for (const ConfigKind& kind : kinds) names.push_back(kind.name);
  return names;
}

void AddKind(CLI::App& app, std::span<const ConfigKind> kinds, Options& options) {
  const auto names = Names(kinds);
  app.add_option("--of", options.of, fmt::format("which configuration; without it, {}", kinds.front().name))
      ->check(CLI::IsMember(names));
}

}  // namespace

int RunConfigCommand(std::span<const ConfigKind> kinds, Args args, std::ostream& out, std::ostream& err) {
  Options options;
  CLI::App app("Checks a configuration file, or prints what one may hold.", "config");
  app.footer("Examples:\n  crossdock config example > crossdock.yaml\n  crossdock config check crossdock.yaml");
  app.require_subcommand(1);
  CLI::App* check = app.add_subcommand("check", "name every mistake of a file, with its line");
  check->add_option("FILE", options.file, fmt::format("the file; without it, {}", kinds.front().file_name));
  check->add_flag("--json", options.json, "as JSON");
  check->footer("Example:\n  crossdock config check crossdock.yaml");
  CLI::App* schema = app.add_subcommand("schema", "print the JSON Schema, or the documentation page");
  schema->add_flag("--markdown", options.markdown, "the documentation page instead");
  schema->add_flag("--json", options.json, "as JSON, which it is anyway");
  schema->footer("Example:\n  crossdock config schema --of model > model.schema.json");
  CLI::App* example = app.add_subcommand("example", "print a file with every key at its default");
  example->footer("Example:\n  crossdock config example > crossdock.yaml");
  for (CLI::App* sub : {check, schema, example}) AddKind(*sub, kinds, options);

  if (const auto end = ReadCommandLine(app, args, out, err)) return *end;
  const ConfigKind& kind = Choose(kinds, options);
  if (check->parsed()) return Check(kind, options, out, err);
  if (example->parsed()) {
    out << kind.example();
  } else if (options.markdown) {
    out << ConfigPage(kinds);
  } else {
    out << kind.schema(fmt::format("crossdock: {}", kind.file_name));
  }
  return kDone;
}

}  // namespace crossdock::cli

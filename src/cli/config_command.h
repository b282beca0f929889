#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "base/result.h"
#include "cli/verb.h"
#include "config/config.h"

namespace crossdock::cli {

/// One kind of configuration file and what can be printed of it.
struct ConfigKind {
  std::string name;       // on the command line: "server"
  std::string file_name;  // "crossdock.yaml"
  std::string title;      // "The server"
  Status (*check)(const std::filesystem::path& file);
  std::string (*example)();
  std::string (*schema)(std::string_view title);
  std::string (*table)();
};

template <class T>
ConfigKind KindOf(std::string name, std::string file_name, std::string title) {
  return {std::move(name),
          std::move(file_name),
          std::move(title),
          [](const std::filesystem::path& file) -> Status {
            const auto value = config::ReadYamlFile<T>(file);
            return value ? Status() : Status(value.error());
          },
          &config::ExampleYaml<T>,
          &config::JsonSchema<T>,
          &config::MarkdownTable<T>};
}

/// The verb `config` over the kinds of files that there are; the first is what is meant when none is named.
int RunConfigCommand(std::span<const ConfigKind> kinds, Args args, std::ostream& out, std::ostream& err);

/// The documentation page: a heading and a table for each kind.
std::string ConfigPage(std::span<const ConfigKind> kinds);

}  // namespace crossdock::cli

#include <fmt/format.h>

#include "cli/config_command.h"

namespace crossdock::cli {

std::string ConfigPage(std::span<const ConfigKind> kinds) {
  std::string page =
      "# Configuration\n\n"
      "This page is printed by `crossdock config schema --markdown`. `crossdock config example` prints a file with "
      "every key at its\n"
      "default, `crossdock config check FILE` names every mistake of a file with its line, and `crossdock config "
      "schema` prints a JSON\n"
      "Schema for editors.\n\n"
      "Every key may be left out. An unknown key is refused, with the nearest known one. `NAME` stands for a name of "
      "your own, `[]` for\n"
      "each element of a list. Sizes and times are whole numbers whose unit is in the key's name. Files are UTF-8, at "
      "most 1 MiB,\n"
      "without anchors, aliases and tags.\n";
  for (const ConfigKind& kind : kinds)
    page += fmt::format("\n## {}: `{}`\n\n{}", kind.title, kind.file_name, kind.table());
  return page;
}

}  // namespace crossdock::cli

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/build_info.h"
#include "cli/command_line.h"
#include "cli/verbs.h"

namespace crossdock::cli {

int RunVersion(Args args, std::ostream& out, std::ostream& err) {
  CLI::App app("Prints version and build.", "version");
  app.footer("Example:\n  crossdock version --json");
  bool json = false;
  app.add_flag("--json", json, "as JSON");
  if (const auto end = ReadCommandLine(app, args, out, err)) return *end;
  const BuildInfo build = ThisBuild();
  if (json) {
    const nlohmann::ordered_json document = {{"version", build.version},
                                             {"compiler", build.compiler},
                                             {"optimized", build.optimized},
                                             {"assertions", build.assertions},
                                             {"sanitizer", build.sanitizer}};
    out << document.dump(2) << '\n';
  } else {
    out << fmt::format("crossdock {} ({}; {})\n", build.version, InWords(build), build.compiler);
  }
  return kDone;
}

}  // namespace crossdock::cli

#include "hub/progress.h"

#include <unistd.h>

#include <cstdio>

#include <fmt/format.h>

namespace crossdock::hub {

void ShowProgress(const std::string& text, bool last) {
  if (isatty(STDERR_FILENO) != 0) {
    fmt::print(stderr, "\r{}\033[K{}", text, last ? "\n" : "");
  } else if (last) {
    fmt::print(stderr, "{}\n", text);
  }
}

int Fail(const Error& error) {
  fmt::print(stderr, "crossdock-hub: {}\n", error.message);
  return 1;
}

}  // namespace crossdock::hub

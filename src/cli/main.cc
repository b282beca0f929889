#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "cli/verbs.h"

int main(int argc, char** argv) {
  // Before any thread and any library that reads it: ONNX Runtime would write a device id and start a reporting thread.
  setenv("ORT_DISABLE_TELEMETRY", "1", 1);
  try {
    const std::vector<std::string> args(argv + 1, argv + argc);
    return crossdock::cli::Dispatch(crossdock::cli::Verbs(), args, std::cout, std::cerr);
  } catch (const std::exception& e) {
    std::cerr << "crossdock: " << e.what() << '\n';
    return crossdock::cli::kFailed;
  }
}

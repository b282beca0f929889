#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/doctor/facts.h"

namespace crossdock::cli::doctor {

/// What the server's configuration asks of the machine.
struct Settings {
  struct WantedPort {
    std::string purpose;
    std::string address;
    int number = 0;
  };
  struct WantedFolder {
    std::string purpose;
    std::filesystem::path path;
    bool writable = false;
    int64_t wanted_bytes = 0;  // what may come to lie there; 0: unknown
  };
  std::string file;
  std::string problem;  // the file could not be read: why
  std::vector<WantedPort> ports = {{"HTTP", "127.0.0.1", 8000}, {"gRPC", "127.0.0.1", 8001}};
  std::vector<WantedFolder> folders;
  int threads = 0;
  std::vector<Model> models;  // with `problem` filled where a file is not there
};

}  // namespace crossdock::cli::doctor

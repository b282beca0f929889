#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "cli/doctor/system_files.h"

namespace crossdock::cli::doctor {

/// A root folder with made-up files of /proc and /sys.
class MadeUpMachine {
 public:
  MadeUpMachine() {
    std::string name = (std::filesystem::temp_directory_path() / "crossdock-doctor-XXXXXX").string();
    root_ = ::mkdtemp(name.data());
  }
  ~MadeUpMachine() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  MadeUpMachine(const MadeUpMachine&) = delete;
  MadeUpMachine& operator=(const MadeUpMachine&) = delete;

  void Write(const std::string& path, const std::string& text) const {
    const std::filesystem::path file = root_ / path.substr(1);
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }
  SystemFiles files() const { return SystemFiles(root_); }
  const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_;
};

}  // namespace crossdock::cli::doctor

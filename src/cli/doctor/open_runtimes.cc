#include <string>

#include "cli/doctor/gather.h"
#include "engine/engine.h"

namespace crossdock::cli::doctor {

std::vector<Runtime> OpenRuntimes() {
  std::vector<Runtime> runtimes;
  for (const std::string& name : engine::RuntimeNames()) {
    Runtime runtime;
    runtime.name = name;
    if (const auto opened = engine::OpenRuntime(name)) {
      runtime.version = (*opened)->version();
      runtime.providers = (*opened)->providers();
    } else {
      runtime.problem = opened.error().message;
    }
    runtimes.push_back(std::move(runtime));
  }
  return runtimes;
}

}  // namespace crossdock::cli::doctor

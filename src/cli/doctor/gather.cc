#include "cli/doctor/gather.h"

#include <netdb.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <system_error>

#include "cli/build_info.h"

namespace crossdock::cli::doctor {
namespace {

std::string Architecture() {
  utsname name{};
  return uname(&name) == 0 ? name.machine : "";
}

bool TelemetryOff() {
  const char* value = std::getenv("ORT_DISABLE_TELEMETRY");
  return value != nullptr && std::string_view(value) == "1";
}

/// The nearest folder above `path` that is there: where a folder that the server will make would come to lie.
std::filesystem::path NearestThere(std::filesystem::path path) {
  std::error_code error;
  path = std::filesystem::absolute(path, error);
  while (!std::filesystem::exists(path, error) && path.has_relative_path()) path = path.parent_path();
  return path;
}

/// Sizes of the files that lie in a folder itself.
int64_t BytesIn(const std::filesystem::path& folder) {
  int64_t sum = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code gone;
    const auto size = at->is_regular_file(gone) ? at->file_size(gone) : 0;
    if (!gone) sum += static_cast<int64_t>(size);
  }
  return sum;
}

}  // namespace

Port TryPort(const Settings::WantedPort& wanted) {
  Port port{wanted.purpose, wanted.address, wanted.number, ""};
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int failed = getaddrinfo(wanted.address.c_str(), std::to_string(wanted.number).c_str(), &hints, &found);
  if (failed != 0) {
    port.problem = gai_strerror(failed);
    return port;
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(found, &freeaddrinfo);
  const int descriptor = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int reuse = 1;  // as the server does: connections that ended lately are no hindrance
  const bool free = descriptor >= 0 && setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, sizeof reuse) == 0 &&
                    bind(descriptor, found->ai_addr, found->ai_addrlen) == 0 && listen(descriptor, 1) == 0;
  if (!free) port.problem = std::generic_category().message(errno);
  if (descriptor >= 0) close(descriptor);
  return port;
}

Folder TryFolder(const Settings::WantedFolder& wanted) {
  Folder folder;
  folder.purpose = wanted.purpose;
  folder.path = wanted.path.string();
  folder.wanted_writable = wanted.writable;
  // What is written is made by the server if need be; what is read must be there.
  const std::filesystem::path place = wanted.writable ? NearestThere(wanted.path) : wanted.path;
  std::error_code error;
  folder.exists = std::filesystem::is_directory(place, error);
  folder.usable = access(place.c_str(), wanted.writable ? R_OK | W_OK | X_OK : R_OK | X_OK) == 0;
  const auto space = std::filesystem::space(place, error);
  folder.free_bytes = error ? 0 : static_cast<int64_t>(space.available);
  folder.wanted_bytes = wanted.wanted_bytes;
  if (wanted.wanted_bytes > 0) folder.held_bytes = BytesIn(wanted.path);
  return folder;
}

SystemFacts Gather(const SystemFiles& files, const Settings& settings) {
  SystemFacts facts;
  const BuildInfo build = ThisBuild();
  facts.build = {build.version, build.optimized && build.sanitizer.empty(), InWords(build)};
  facts.processor.architecture = Architecture();
  GatherMachine(files, facts);
  facts.telemetry_off = TelemetryOff();
  for (const auto& wanted : settings.ports) facts.ports.push_back(TryPort(wanted));
  for (const auto& wanted : settings.folders) facts.folders.push_back(TryFolder(wanted));
  facts.runtimes = OpenRuntimes();
  facts.tbb = MappedLibraries(files, "libtbb.so");  // after the runtimes are open
  facts.configuration = settings.file;
  facts.configuration_problem = settings.problem;
  facts.configured_threads = settings.threads;
  facts.models = settings.models;
  return facts;
}

}  // namespace crossdock::cli::doctor

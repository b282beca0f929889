#include <dlfcn.h>
#include <linux/limits.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/engine.h"

namespace crossdock::engine {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "libcrossdock_engine_";
constexpr std::string_view kSuffix = ".so";

/// The folder of the project's own shared libraries: wherever the loader found `base`, which everything links.
std::optional<fs::path> FolderOfOwnLibraries() {
  void* base = dlopen("libcrossdock_base.so", RTLD_LAZY | RTLD_NOLOAD);
  if (base == nullptr) return std::nullopt;
  std::array<char, PATH_MAX> origin{};
  if (dlinfo(base, RTLD_DI_ORIGIN, origin.data()) != 0) return std::nullopt;
  return fs::path(origin.data());
}

/// Where plug-ins may lie: beside the program (build tree), beside its `bin` (installed), or beside the project's libraries
/// (test programs in other folders).
std::vector<std::string> PluginFolders() {
  std::vector<std::string> folders;
  std::error_code ec;
  const fs::path program = fs::read_symlink("/proc/self/exe", ec).parent_path();
  if (!ec) {
    folders.push_back((program / "lib" / "engines").string());
    folders.push_back((program.parent_path() / "lib" / "engines").string());
  }
  if (const auto own = FolderOfOwnLibraries()) folders.push_back((*own / "engines").string());
  return folders;
}

std::optional<std::string> RuntimeNameOf(const fs::path& file) {
  const std::string name = file.filename().string();
  if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) return std::nullopt;
  return name.substr(kPrefix.size(), name.size() - kPrefix.size() - kSuffix.size());
}

struct Plugin {
  std::string name;
  fs::path file;
};

/// What lies in the first folder that holds any plug-in, by name.
std::vector<Plugin> FindPlugins() {
  for (const std::string& folder : PluginFolders()) {
    std::vector<Plugin> plugins;
    std::error_code ec;
    for (fs::directory_iterator entry(folder, ec), end; !ec && entry != end; entry.increment(ec)) {
      if (auto name = RuntimeNameOf(entry->path())) plugins.push_back({*std::move(name), entry->path()});
    }
    if (plugins.empty()) continue;
    std::sort(plugins.begin(), plugins.end(), [](const Plugin& a, const Plugin& b) { return a.name < b.name; });
    return plugins;
  }
  return {};
}

std::vector<std::string> NamesOf(const std::vector<Plugin>& plugins) {
  std::vector<std::string> names;
  for (const Plugin& plugin : plugins) names.push_back(plugin.name);
  return names;
}

Error NotFound(std::string message) { return Error{ErrorCode::kNotFound, std::move(message), "runtime"}; }

/// The loader counts openings and gives the same library again, and the plug-in owns its one runtime: nothing is kept here.
Result<Runtime*> Open(const Plugin& plugin) {
  // RTLD_LOCAL keeps vendors' symbols apart. Never closed: vendor threads and thread-local destructors outlive any session.
  void* library = dlopen(plugin.file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return NotFound(fmt::format("the runtime '{}' cannot be opened: {}", plugin.name, dlerror()));
  const auto symbol = reinterpret_cast<PluginSymbol>(dlsym(library, "crossdock_engine"));
  if (symbol == nullptr)
    return NotFound(fmt::format("{} is no runtime: it lacks crossdock_engine", plugin.file.string()));
  const PluginEntry entry = symbol(kPluginAbi, CROSSDOCK_BUILD_ID);
  if (entry.runtime == nullptr) {
    return NotFound(fmt::format("the runtime '{}' refuses: {}", plugin.name,
                                entry.error != nullptr ? entry.error : "no reason given"));
  }
  return entry.runtime;
}

}  // namespace

std::string_view BuildId() { return CROSSDOCK_BUILD_ID; }

std::vector<std::string> RuntimeNames() { return NamesOf(FindPlugins()); }

Result<Runtime*> OpenRuntime(std::string_view name) {
  const std::vector<Plugin> plugins = FindPlugins();
  const auto found = std::find_if(plugins.begin(), plugins.end(), [&](const Plugin& p) { return p.name == name; });
  if (found != plugins.end()) return Open(*found);
  if (plugins.empty()) {
    return NotFound(fmt::format("no runtime '{}': no plug-ins in any of {}", name, fmt::join(PluginFolders(), ", ")));
  }
  return NotFound(fmt::format("no runtime '{}'; there are: {}", name, fmt::join(NamesOf(plugins), ", ")));
}

}  // namespace crossdock::engine

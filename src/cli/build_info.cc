#include "cli/build_info.h"

#include <fmt/format.h>

namespace crossdock::cli {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr const char* kSanitizer = "address";
#elif defined(__SANITIZE_THREAD__)
constexpr const char* kSanitizer = "thread";
#else
constexpr const char* kSanitizer = "";
#endif

#if defined(__OPTIMIZE__)
constexpr bool kOptimized = true;
#else
constexpr bool kOptimized = false;
#endif

#if defined(NDEBUG)
constexpr bool kAssertions = false;
#else
constexpr bool kAssertions = true;
#endif

#if defined(__clang__)
constexpr const char* kCompiler = "clang " __clang_version__;
#else
constexpr const char* kCompiler = "gcc " __VERSION__;
#endif

}  // namespace

BuildInfo ThisBuild() { return {CROSSDOCK_VERSION, kCompiler, kOptimized, kAssertions, kSanitizer}; }

std::string InWords(const BuildInfo& build) {
  std::string words = build.optimized ? "optimized" : "not optimized";
  if (build.assertions) words += ", with assertions";
  if (!build.sanitizer.empty()) words += fmt::format(", {} sanitizer", build.sanitizer);
  return words;
}

}  // namespace crossdock::cli

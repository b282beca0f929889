#include "cli/doctor/variables.h"

#include <charconv>
#include <optional>

#include <fmt/format.h>

namespace crossdock::cli::doctor {
namespace {

std::optional<long> Number(std::string_view text) {
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool Off(std::string_view value) { return value.empty() || value == "0" || value == "false" || value == "FALSE"; }

std::string ThreadCount(std::string_view value, double cores) {
  const auto count = Number(value.substr(0, value.find(',')));
  if (!count || static_cast<double>(*count) <= cores) return "";
  return fmt::format("more threads than the {:.4g} cores of this process: unset it", cores);
}

std::string Waiting(std::string_view value, double) {
  return value == "active" || value == "ACTIVE"
             ? "threads spin while they wait and take the cores of others: unset it or say passive"
             : "";
}

std::string BlockTime(std::string_view value, double) {
  const auto millis = Number(value);
  if (millis && *millis <= 1) return "";
  return "threads spin so many milliseconds after each parallel part: set it to 0";
}

std::string Pinning(std::string_view value, double) {
  if (Off(value) || value == "none" || value == "disabled") return "";
  return "the threads of every model are pinned to the same cores: unset it and set the affinity of the process "
         "instead";
}

std::string IsaLimit(std::string_view, double) {
  return "limits which instructions may be used: unset it, unless a comparison needs it";
}

std::string Launch(std::string_view value, double) {
  return Off(value) ? "" : "every kernel is waited for: unset it in production";
}

std::string Hidden(std::string_view value, double) {
  if (!value.empty() && value != "-1" && value != "NoDevFiles") return "";
  return "hides every GPU: unset it if one is to be used";
}

std::string Tf32(std::string_view, double) {
  return "changes the precision of float matrix products on the GPU: unset it, unless that is meant";
}

std::string Preload(std::string_view value, double) {
  if (value.empty()) return "";
  if (value.find("jemalloc") != std::string_view::npos || value.find("tcmalloc") != std::string_view::npos) return "";
  return "another library comes before all others; unset it, unless it is an allocator or a tool that is meant";
}

std::string LibraryPath(std::string_view value, double) {
  return value.empty() ? ""
                       : "may bring other versions of the runtimes' libraries (libtbb, libonnxruntime): unset it, "
                         "unless that is meant";
}

std::string Arenas(std::string_view value, double cores) {
  const auto count = Number(value);
  if (!count || *count == 0 || static_cast<double>(*count) >= cores) return "";
  return "threads wait for each other to allocate memory: unset it, or use jemalloc";
}

std::string HeapChecks(std::string_view value, double) {
  return Off(value) ? "" : "every allocation is checked or filled: unset it in production";
}

std::string Verbose(std::string_view value, double) {
  return Off(value) ? "" : "prints a line for every operator: unset it in production";
}

constexpr Variable kVariables[] = {
    {"OMP_NUM_THREADS", ThreadCount},  {"MKL_NUM_THREADS", ThreadCount},  {"OPENBLAS_NUM_THREADS", ThreadCount},
    {"BLIS_NUM_THREADS", ThreadCount}, {"GOTO_NUM_THREADS", ThreadCount}, {"OMP_WAIT_POLICY", Waiting},
    {"KMP_BLOCKTIME", BlockTime},      {"GOMP_SPINCOUNT", BlockTime},     {"OMP_PROC_BIND", Pinning},
    {"OMP_PLACES", Pinning},           {"KMP_AFFINITY", Pinning},         {"GOMP_CPU_AFFINITY", Pinning},
    {"ONEDNN_MAX_CPU_ISA", IsaLimit},  {"DNNL_MAX_CPU_ISA", IsaLimit},    {"MKL_ENABLE_INSTRUCTIONS", IsaLimit},
    {"MKL_DEBUG_CPU_TYPE", IsaLimit},  {"OPENBLAS_CORETYPE", IsaLimit},   {"ONEDNN_VERBOSE", Verbose},
    {"DNNL_VERBOSE", Verbose},         {"MKL_VERBOSE", Verbose},          {"CUDA_LAUNCH_BLOCKING", Launch},
    {"CUDA_VISIBLE_DEVICES", Hidden},  {"NVIDIA_TF32_OVERRIDE", Tf32},    {"LD_PRELOAD", Preload},
    {"LD_LIBRARY_PATH", LibraryPath},  {"MALLOC_ARENA_MAX", Arenas},      {"MALLOC_CHECK_", HeapChecks},
    {"MALLOC_PERTURB_", HeapChecks},
};

}  // namespace

std::span<const Variable> Variables() { return kVariables; }

const Variable* FindVariable(std::string_view name) {
  for (const Variable& variable : kVariables) {
    if (variable.name == name) return &variable;
  }
  return nullptr;
}

}  // namespace crossdock::cli::doctor

#include "schedule/batching_config.h"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace crossdock::schedule {
namespace {

constexpr std::array<std::pair<BatchMode, const char*>, 5> kModes{{{BatchMode::kSync, "sync"},
                                                                   {BatchMode::kGreedy, "greedy"},
                                                                   {BatchMode::kFixed, "fixed"},
                                                                   {BatchMode::kWindow, "window"},
                                                                   {BatchMode::kGap, "gap"}}};

}  // namespace

const char* Name(BatchMode mode) { return kModes[static_cast<size_t>(mode)].second; }

Result<BatchMode> ParseBatchMode(std::string_view name, std::string_view field) {
  for (const auto& [mode, text] : kModes) {
    if (name == text) return mode;
  }
  return InvalidArgument(std::string(field),
                         fmt::format("unknown batch mode \"{}\"; it is one of sync, greedy, fixed, window, gap", name));
}

Status BatchingConfig::Validate() const {
  if (auto parsed = ParseBatchMode(mode, "mode"); !parsed) return parsed.error();
  if (max_queued < max_batch) {
    return InvalidArgument("max_queued", fmt::format("max_queued ({}) must hold at least one batch of max_batch ({})",
                                                     max_queued, max_batch));
  }
  return {};
}

}  // namespace crossdock::schedule

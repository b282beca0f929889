#include "schedule/batching_config.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include <fmt/format.h>

namespace crossdock::schedule {
namespace {

constexpr std::array<std::pair<BatchMode, const char*>, 7> kModes{{{BatchMode::kSync, "sync"},
                                                                   {BatchMode::kGreedy, "greedy"},
                                                                   {BatchMode::kFixed, "fixed"},
                                                                   {BatchMode::kWindow, "window"},
                                                                   {BatchMode::kGap, "gap"},
                                                                   {BatchMode::kArticle, "article"},
                                                                   {BatchMode::kAuto, "auto"}}};

}  // namespace

const char* Name(BatchMode mode) { return kModes[static_cast<size_t>(mode)].second; }

Result<BatchMode> ParseBatchMode(std::string_view name, std::string_view field) {
  for (const auto& [mode, text] : kModes) {
    if (name == text) return mode;
  }
  return InvalidArgument(
      std::string(field),
      fmt::format("unknown batch mode \"{}\"; it is one of sync, greedy, fixed, window, gap, article, auto", name));
}

Status BatchingConfig::Validate() const {
  if (auto parsed = ParseBatchMode(mode, "mode"); !parsed) return parsed.error();
  const bool ascending = std::is_sorted(sizes.begin(), sizes.end(), std::less_equal<>());
  if (!sizes.empty() && (!ascending || sizes.back() != max_batch)) {
    return InvalidArgument("sizes", fmt::format("sizes must ascend, each once, to max_batch ({})", max_batch));
  }
  if (max_queued < max_batch) {
    return InvalidArgument("max_queued", fmt::format("max_queued ({}) must hold at least one batch of max_batch ({})",
                                                     max_queued, max_batch));
  }
  return {};
}

}  // namespace crossdock::schedule

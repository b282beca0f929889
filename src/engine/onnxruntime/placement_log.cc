#include "engine/onnxruntime/placement_log.h"

#include <algorithm>
#include <charconv>
#include <exception>

#include "base/log.h"
#include "engine/onnxruntime/providers.h"

namespace crossdock::engine::onnxruntime {
namespace {

constexpr std::string_view kPlaced = "placed on [";
constexpr std::string_view kCount = "Number of nodes: ";

}  // namespace

void PlacementLog::Attach(Ort::SessionOptions& options) {
  options.SetLogSeverityLevel(ORT_LOGGING_LEVEL_VERBOSE);
  Ort::ThrowOnError(Ort::GetApi().SetUserLoggingFunction(options, &PlacementLog::OnLine, this));
}

void PlacementLog::Finish() { state_.Lock()->finished = true; }

void PlacementLog::Read(std::string_view line) {
  const size_t placed = line.find(kPlaced);
  const size_t count = line.find(kCount);
  if (placed == std::string_view::npos || count == std::string_view::npos) return;
  const std::string_view provider = line.substr(placed + kPlaced.size());
  int nodes = 0;
  std::from_chars(line.data() + count + kCount.size(), line.data() + line.size(), nodes);
  auto state = state_.Lock();
  if (!state->finished) state->placements.push_back({ShortName(provider.substr(0, provider.find(']'))), nodes, false});
}

std::vector<NodePlacement> PlacementLog::Placements(const std::vector<ProviderOption>& asked) {
  const std::string first = asked.empty() ? "CPU" : asked.front().name;
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  auto placements = state_.Lock()->placements;
  for (NodePlacement& p : placements)
    p.fallback = !std::equal(p.provider.begin(), p.provider.end(), first.begin(), first.end(), same);
  return placements;
}

void ORT_API_CALL PlacementLog::OnLine(void* self, OrtLoggingLevel severity, const char*, const char* logger,
                                       const char* location, const char* message) {
  try {
    static_cast<PlacementLog*>(self)->Read(message);
    if (severity < ORT_LOGGING_LEVEL_WARNING) return;
    const auto level = severity >= ORT_LOGGING_LEVEL_ERROR ? log::Level::kError : log::Level::kWarn;
    log::Write(level, "onnxruntime", {{"message", message}, {"logger", logger}, {"at", location}});
  } catch (const std::exception&) {  // out of memory while logging: the line is lost, the vendor's stack is not unwound
  }
}

}  // namespace crossdock::engine::onnxruntime

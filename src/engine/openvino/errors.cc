#include "engine/openvino/errors.h"

namespace crossdock::engine::openvino {
namespace {

bool IsPlaceInSource(std::string_view line) {
  const bool by_check = line.starts_with("Check '") && line.find("failed at ") != std::string_view::npos;
  return (line.starts_with("Exception from ") || by_check) && line.ends_with(":");
}

}  // namespace

std::string Condense(std::string_view vendor_text) {
  constexpr std::string_view kSummary = "Summary:\n";
  if (const size_t summary = vendor_text.find(kSummary); summary != std::string_view::npos) {
    vendor_text.remove_prefix(summary + kSummary.size());
  }
  std::string out;
  while (!vendor_text.empty()) {
    const size_t end = vendor_text.find('\n');
    std::string_view line = vendor_text.substr(0, end);
    vendor_text.remove_prefix(end == std::string_view::npos ? vendor_text.size() : end + 1);
    if (line.starts_with("-- ")) line.remove_prefix(3);
    if (line.empty() || IsPlaceInSource(line)) continue;
    if (!out.empty()) out += ' ';
    out += line;
  }
  return out;
}

}  // namespace crossdock::engine::openvino

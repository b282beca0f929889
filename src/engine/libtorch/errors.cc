#include "engine/libtorch/errors.h"

#include <algorithm>
#include <array>
#include <new>

#include <c10/util/Exception.h>
#include <fmt/format.h>

namespace crossdock::engine::libtorch {
namespace {

std::string OneLine(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool space = c == '\n' || c == ' ' || c == '\t';
    if (!space) out += c;
    if (space && !out.empty() && out.back() != ' ') out += ' ';
  }
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

bool IsOutOfMemory(const std::exception& e) {
  if (dynamic_cast<const std::bad_alloc*>(&e) != nullptr) return true;
  if (dynamic_cast<const c10::OutOfMemoryError*>(&e) != nullptr) return true;
  // Inside a module the error arrives as a text.
  const std::string_view text = e.what();
  constexpr std::array<std::string_view, 3> kWords = {"can't allocate memory", "CUDA out of memory",
                                                      "not enough memory"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view words) { return text.find(words) != std::string_view::npos; });
}

}  // namespace

std::string Condense(std::string_view text) {
  if (const size_t backtrace = text.find("\nException raised from"); backtrace != std::string_view::npos) {
    text = text.substr(0, backtrace);
  }
  if (text.find("Traceback of TorchScript") != std::string_view::npos) {
    constexpr std::string_view kLastWords = "Error: ";
    const size_t line = text.rfind(kLastWords);
    if (line != std::string_view::npos) text.remove_prefix(line + kLastWords.size());
  }
  return OneLine(text);
}

Error RunError(const std::exception& e) {
  const auto* const vendors = dynamic_cast<const c10::Error*>(&e);
  const std::string text = Condense(vendors != nullptr ? vendors->what_without_backtrace() : e.what());
  if (IsOutOfMemory(e))
    return Error{ErrorCode::kResourceExhausted, fmt::format("libtorch: out of memory: {}", text), "", Reason::kMemory};
  return Error{ErrorCode::kInternal, fmt::format("libtorch: {}", text)};
}

}  // namespace crossdock::engine::libtorch

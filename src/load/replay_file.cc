#include "load/replay_file.h"

#include <charconv>
#include <cmath>
#include <fstream>
#include <string>

#include <fmt/format.h>

namespace crossdock::load {
namespace {

Error At(const std::filesystem::path& file, int line, const char* problem) {
  return InvalidArgument("replay", fmt::format("{}:{}: {}", file.string(), line, problem));
}

bool ParseTime(std::string_view text, double& seconds) {
  text = text.substr(0, text.find_first_of(", \t\r;"));
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  return failure == std::errc() && end == text.data() + text.size() && std::isfinite(seconds);
}

}  // namespace

Result<std::vector<double>> ReadReplayFile(const std::filesystem::path& file) {
  std::ifstream stream(file);
  if (!stream) return Error{ErrorCode::kNotFound, fmt::format("{} cannot be opened", file.string()), "replay"};
  std::vector<double> times;
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    if (line.empty() || line == "\r" || line.front() == '#') continue;
    double seconds = 0;
    if (!ParseTime(line, seconds)) {
      if (number == 1) continue;
      return At(file, number, "begins with no number of seconds");
    }
    if (!times.empty() && seconds < times.back()) return At(file, number, "is earlier than the line before");
    times.push_back(seconds);
  }
  if (times.empty()) return At(file, 1, "holds no times");
  return times;
}

}  // namespace crossdock::load

#include "load/scenario.h"

#include <algorithm>

#include <fmt/format.h>

#include "config/config.h"

namespace crossdock::load {
namespace {

void MakeAbsolute(std::filesystem::path& path, const std::filesystem::path& folder) {
  if (!path.empty() && path.is_relative()) path = folder / path;
}

bool IsHeaderLine(const std::string& text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
}

/// A word of the request line.
bool IsPathWord(const std::string& text) {
  return std::none_of(text.begin(), text.end(), [](unsigned char c) { return c <= ' ' || c == 0x7f; });
}

}  // namespace

std::string StreamConfig::Title() const {
  if (!name.empty()) return name;
  if (!model.empty()) return model;
  if (!path.empty()) return path;
  const auto folder = pictures.filename();
  return folder.empty() ? pictures.parent_path().filename().string() : folder.string();
}

Status StreamConfig::Validate() const {
  const int what =
      static_cast<int>(!model.empty()) + static_cast<int>(!pictures.empty()) + static_cast<int>(!path.empty());
  if (what != 1) return InvalidArgument("model", "name exactly one of model, pictures and path: what is sent");
  const int when = static_cast<int>(rate > 0 || !steps.empty()) + static_cast<int>(concurrency > 0) +
                   static_cast<int>(!replay.empty());
  if (when != 1)
    return InvalidArgument("rate",
                           "name exactly one of rate (with or without steps), concurrency and replay: when it is sent");
  for (size_t i = 1; i < steps.size(); ++i) {
    if (steps[i].at_seconds < steps[i - 1].at_seconds)
      return InvalidArgument(fmt::format("steps[{}].at_seconds", i), "steps stand in the order of time");
  }
  if (cv != 1 && arrivals != ArrivalKind::kGamma) return InvalidArgument("cv", "is for `arrivals: gamma` alone");
  if (!body.empty() && path.empty()) return InvalidArgument("body", "goes with a path");
  if (!path.empty() && (!path.starts_with('/') || !IsPathWord(path)))
    return InvalidArgument("path", "begins with / and is percent-encoded");
  if (!IsPathWord(model)) return InvalidArgument("model", "no model has a blank in its name");
  if (!IsHeaderLine(content_type)) return InvalidArgument("content_type", "is one line");
  for (const auto& [header, value] : headers) {
    if (header.empty() || !IsPathWord(header) || !IsHeaderLine(value))
      return InvalidArgument("headers." + header, "a header is a name without blanks and one line");
  }
  return {};
}

Status Scenario::Validate() const {
  if (streams.empty()) return InvalidArgument("streams", "there is nothing to send: name at least one stream");
  double requests = 0;
  int closed = 0;
  for (const StreamConfig& stream : streams) {
    double highest = stream.rate;
    for (const RateStep& step : stream.steps) highest = std::max(highest, step.rate);
    requests += highest * (seconds + warm_up_seconds);
    closed += stream.concurrency;
  }
  if (closed > connections)
    return InvalidArgument("connections", fmt::format("{} are fewer than the {} that the streams' concurrency needs",
                                                      connections, closed));
  constexpr double kMostRequests = 5e7;  // each leaves a record in memory
  if (requests > kMostRequests)
    return InvalidArgument("seconds", fmt::format("{:.0f} requests are more than {:.0f}: send for a shorter time",
                                                  requests, kMostRequests));
  return {};
}

Scenario Scenario::Example() {
  Scenario scenario;
  scenario.streams.emplace_back();
  scenario.streams.back().model = "yolox_nano";
  scenario.streams.back().rate = 10;
  return scenario;
}

Result<Scenario> ReadScenario(const std::filesystem::path& file) {
  auto scenario = config::ReadYamlFile<Scenario>(file);
  if (!scenario) return scenario;
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  for (StreamConfig& stream : scenario->streams) {
    MakeAbsolute(stream.replay, folder);
    MakeAbsolute(stream.pictures, folder);
    MakeAbsolute(stream.body, folder);
  }
  return scenario;
}

}  // namespace crossdock::load

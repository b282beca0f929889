#include "hub/driving/reading.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace crossdock::hub {
namespace {

using Json = nlohmann::json;

Quad QuadFrom(const Json& corners) {
  Quad quad;
  for (std::size_t i = 0; i < quad.size(); ++i)
    quad[i] = {corners.at(i).at(0).get<double>(), corners.at(i).at(1).get<double>()};
  return quad;
}

std::string ProblemOf(const Json& json) {
  const auto message = [](const Json& error) {
    return error.is_string() ? error.get<std::string>() : error.value("error", error.dump());
  };
  if (json.contains("error")) return message(json["error"]);
  for (const Json& picture : json.value("pictures", Json::array())) {
    if (picture.contains("error")) return message(picture["error"]);
  }
  if (json.contains("text_error")) return "text: " + message(json["text_error"]);
  return "";
}

Reading ReadingFrom(const Json& json) {
  Reading reading;
  reading.state = json.value("state", "done");
  if (const Json pictures = json.value("pictures", Json::array()); !pictures.empty()) {
    reading.width = pictures[0].value("width", 0);
    reading.height = pictures[0].value("height", 0);
  }
  for (const Json& code : json.value("codes", Json::array())) {
    reading.codes.push_back({code.at("text"), code.at("format"), code.value("confidence", 0.0),
                             code.value("path", "plain"), QuadFrom(code.at("corners"))});
  }
  for (const Json& line : json.value("lines", Json::array())) {
    reading.lines.push_back({line.at("text"), line.value("confidence", 0.0), QuadFrom(line.at("corners"))});
  }
  const Json times = json.value("times", Json::object());
  reading.codes_ms = times.value("codes_ms", 0.0);
  reading.total_ms = times.value("total_ms", 0.0);
  for (const Json& stage : times.value("stages", Json::array())) {
    reading.stages.push_back({stage.at("stage"), stage.value("wait_ms", 0.0), stage.value("run_ms", 0.0)});
  }
  reading.problem = ProblemOf(json);
  return reading;
}

}  // namespace

bool Reading::WasRescued() const {
  return std::any_of(stages.begin(), stages.end(), [](const StageTimes& stage) { return stage.stage == "rescue"; });
}

Result<Reading> ParseReading(std::string_view json) {
  try {
    return ReadingFrom(Json::parse(json));
  } catch (const std::exception& error) {
    return InvalidArgument("reply", std::string("the server's reply is not a job: ") + error.what());
  }
}

}  // namespace crossdock::hub

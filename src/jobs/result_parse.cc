#include <cmath>

#include <nlohmann/json.hpp>

#include "jobs/error_json.h"
#include "jobs/result_json.h"
#include "jobs/verdict_json.h"

namespace crossdock::jobs {
namespace {

using Json = nlohmann::json;

Nanos Millis(double ms) { return std::chrono::microseconds(std::llround(ms * 1000)); }

void ReadCorners(const Json& json, pipeline::Point (&corners)[4]) {
  for (size_t i = 0; i < 4; ++i) corners[i] = {json.at(i).at(0).get<float>(), json.at(i).at(1).get<float>()};
}

pipeline::CodeResult ReadCode(const Json& json) {
  pipeline::CodeResult code;
  json.at("text").get_to(code.text);
  json.at("format").get_to(code.format);
  json.at("confidence").get_to(code.confidence);
  ReadCorners(json.at("corners"), code.corners);
  json.at("path").get_to(code.path);
  json.at("picture").get_to(code.picture);
  return code;
}

pipeline::LineResult ReadLine(const Json& json) {
  pipeline::LineResult line;
  json.at("text").get_to(line.text);
  json.at("confidence").get_to(line.confidence);
  ReadCorners(json.at("corners"), line.corners);
  json.at("picture").get_to(line.picture);
  return line;
}

void ReadTimes(const Json& json, pipeline::ParcelResult& result) {
  result.codes_after = Millis(json.value("codes_ms", 0.0));
  result.total = Millis(json.value("total_ms", 0.0));
  for (const Json& stage : json.at("stages")) {
    result.times.push_back({stage.at("stage").get<std::string>(), Millis(stage.at("wait_ms").get<double>()),
                            Millis(stage.at("run_ms").get<double>())});
  }
}

JobView Read(const Json& json) {
  JobView job{json.at("id").get<std::string>(), json.at("pipeline").get<std::string>()};
  job.state = ParseJobState(json.at("state").get<std::string>()).value_or(JobState::kFailed);
  if (json.contains("error")) job.error = ErrorFromJson(json);
  auto& result = job.result;
  json.at("waybill").get_to(result.waybill);
  json.at("codes_done").get_to(result.codes_done);
  json.at("lines_done").get_to(result.lines_done);
  for (const Json& one : json.at("pictures")) {
    pipeline::PictureResult picture{one.at("width").get<int>(), one.at("height").get<int>(), std::nullopt};
    if (one.contains("error")) picture.error = ErrorFromJson(one.at("error"));
    result.pictures.push_back(std::move(picture));
  }
  for (const Json& code : json.at("codes")) result.codes.push_back(ReadCode(code));
  for (const Json& line : json.at("lines")) result.lines.push_back(ReadLine(line));
  if (json.contains("text_error")) result.text_error = ErrorFromJson(json.at("text_error"));
  if (json.contains("parcel")) result.parcel = ShareFromJson(json.at("parcel"));
  ReadTimes(json.at("times"), result);
  return job;
}

}  // namespace

Result<JobView> ParseJob(std::string_view json) {
  try {
    return Read(Json::parse(json));
  } catch (const Json::exception& e) {
    return Error{ErrorCode::kInternal, std::string("a stored result cannot be read: ") + e.what()};
  }
}

}  // namespace crossdock::jobs

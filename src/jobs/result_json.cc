#include "jobs/result_json.h"

#include <chrono>
#include <cmath>

#include <nlohmann/json.hpp>

#include "jobs/error_json.h"
#include "jobs/verdict_json.h"

namespace crossdock::jobs {
namespace {

using Json = nlohmann::ordered_json;

double Millis(Nanos t) { return static_cast<double>(t.count() / 1000) / 1000.0; }

Json Corners(const pipeline::Point (&corners)[4]) {
  Json out = Json::array();
  for (const auto& p : corners) out.push_back({std::round(p.x * 10) / 10, std::round(p.y * 10) / 10});
  return out;
}

double Rounded(double probability) { return std::round(probability * 1e4) / 1e4; }

Json Pictures(const pipeline::ParcelResult& result) {
  Json out = Json::array();
  for (const auto& picture : result.pictures) {
    Json one{{"width", picture.width}, {"height", picture.height}};
    if (picture.error) one["error"] = ErrorToJson(*picture.error);
    out.push_back(std::move(one));
  }
  return out;
}

Json Times(const pipeline::ParcelResult& result) {
  Json times = Json::object();
  if (result.codes_done) times["codes_ms"] = Millis(result.codes_after);
  if (result.total > Nanos{0}) times["total_ms"] = Millis(result.total);
  Json stages = Json::array();
  for (const auto& stage : result.times) {
    stages.push_back({{"stage", stage.stage}, {"wait_ms", Millis(stage.wait)}, {"run_ms", Millis(stage.run)}});
  }
  times["stages"] = std::move(stages);
  return times;
}

}  // namespace

std::string ToJson(const JobView& job) {
  const auto& result = job.result;
  Json out{{"id", job.id}, {"pipeline", job.pipeline}, {"state", Name(job.state)}};
  if (job.error) out.update(ErrorToJson(*job.error));
  out["waybill"] = result.waybill;
  out["codes_done"] = result.codes_done;
  out["lines_done"] = result.lines_done;
  out["pictures"] = Pictures(result);
  out["codes"] = Json::array();
  for (const auto& code : result.codes) {
    out["codes"].push_back({{"text", code.text},
                            {"format", code.format},
                            {"confidence", Rounded(code.confidence)},
                            {"corners", Corners(code.corners)},
                            {"path", code.path},
                            {"picture", code.picture}});
  }
  out["lines"] = Json::array();
  for (const auto& line : result.lines) {
    out["lines"].push_back({{"text", line.text},
                            {"confidence", Rounded(line.confidence)},
                            {"corners", Corners(line.corners)},
                            {"picture", line.picture}});
  }
  if (result.text_error) out["text_error"] = ErrorToJson(*result.text_error);
  if (result.parcel) out["parcel"] = ShareToJson(*result.parcel);
  out["times"] = Times(result);
  // A code may hold any bytes: what is no UTF-8 is shown as U+FFFD.
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace crossdock::jobs

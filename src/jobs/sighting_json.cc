#include "jobs/sighting_json.h"

#include <nlohmann/json.hpp>

namespace crossdock::jobs {

using Json = nlohmann::json;

std::string ToJson(const fusion::Sighting& sighting) {
  if (sighting.parcel.empty() && sighting.cameras == 0 && sighting.names.empty() && !sighting.verdict_within) return {};
  Json out{{"parcel", sighting.parcel}, {"cameras", sighting.cameras}, {"names", sighting.names}};
  if (sighting.verdict_within) out["verdict_within_ns"] = sighting.verdict_within->count();
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

fusion::Sighting ParseSighting(std::string_view json) {
  fusion::Sighting sighting;
  try {
    if (json.empty()) return {};
    const Json in = Json::parse(json);
    in.at("parcel").get_to(sighting.parcel);
    in.at("cameras").get_to(sighting.cameras);
    in.at("names").get_to(sighting.names);
    if (in.contains("verdict_within_ns")) sighting.verdict_within = Nanos(in.at("verdict_within_ns").get<Nanos::rep>());
    return sighting;
  } catch (const Json::exception&) {
    return {};
  }
}

}  // namespace crossdock::jobs

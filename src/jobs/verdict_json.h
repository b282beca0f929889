#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "fusion/parcel_table.h"
#include "fusion/verdict.h"

/// A parcel's verdict as JSON; docs/cameras.md describes the keys.
namespace crossdock::jobs {

/// How a job's pictures stand to it.
nlohmann::ordered_json ShareToJson(const fusion::Share& share);
/// Throws nlohmann::json::exception on what ShareToJson did not write; probabilities and times come back as rounded there.
fusion::Share ShareFromJson(const nlohmann::json& json);

/// The body of `/v1/pipelines/{name}/parcels/{parcel}`.
std::string ToJson(const fusion::ParcelView& parcel);

}  // namespace crossdock::jobs

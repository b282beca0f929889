#pragma once

#include <nlohmann/json.hpp>

#include "base/result.h"

/// An error inside a result's JSON: the keys that every error has.
namespace crossdock::jobs {

nlohmann::ordered_json ErrorToJson(const Error& error);
Error ErrorFromJson(const nlohmann::json& json);

}  // namespace crossdock::jobs

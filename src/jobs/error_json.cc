#include "jobs/error_json.h"

#include <string>
#include <string_view>

namespace crossdock::jobs {
namespace {

ErrorCode CodeNamed(const std::string& name) {
  for (int code = 0; code <= static_cast<int>(ErrorCode::kInternal); ++code) {
    if (name == Name(static_cast<ErrorCode>(code))) return static_cast<ErrorCode>(code);
  }
  return ErrorCode::kInternal;
}

Reason ReasonNamed(const std::string& name) {
  for (int reason = 0; Name(static_cast<Reason>(reason)) != std::string_view("unknown"); ++reason) {
    if (name == Name(static_cast<Reason>(reason))) return static_cast<Reason>(reason);
  }
  return Reason::kNone;
}

}  // namespace

nlohmann::ordered_json ErrorToJson(const Error& error) {
  nlohmann::ordered_json out{{"error", error.message}, {"code", Name(error.code)}};
  if (!error.field.empty()) out["field"] = error.field;
  if (error.reason != Reason::kNone) out["reason"] = Name(error.reason);
  return out;
}

Error ErrorFromJson(const nlohmann::json& json) {
  return {CodeNamed(json.value("code", "")), json.at("error").get<std::string>(), json.value("field", ""),
          ReasonNamed(json.value("reason", ""))};
}

}  // namespace crossdock::jobs

#include "app/api/parcel_submission.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "app/api/sighting.h"
#include "net/http/multipart.h"

namespace crossdock::app {
namespace {

using net::http::Request;

constexpr size_t kLongestKey = 255;
constexpr size_t kLongestWaybill = 1024;

Result<bool> ParseBool(const Parameter& p) {
  if (p.value == "true" || p.value == "1") return true;
  if (p.value == "false" || p.value == "0") return false;
  return InvalidArgument(p.field, fmt::format("\"{}\" is neither true nor false", p.value));
}

Result<int> ParseMillis(const Parameter& p) {
  int value = 0;
  const auto [end, error] = std::from_chars(p.value.data(), p.value.data() + p.value.size(), value);
  if (error != std::errc{} || end != p.value.data() + p.value.size() || value < 1) {
    return InvalidArgument(p.field, fmt::format("\"{}\" is no whole number of milliseconds above 0", p.value));
  }
  return value;
}

Status ReadParameters(const Request& request, pipeline::ParcelRequest& parcel) {
  if (const auto tier = FindParameter(request, "tier", "X-Crossdock-Tier")) {
    const auto parsed = ParseTier(tier->value, tier->field);
    if (!parsed) return parsed.error();
    parcel.context.tier = *parsed;
  }
  if (const auto deadline = FindParameter(request, "deadline_ms", "X-Crossdock-Deadline-Ms")) {
    const auto parsed = ParseMillis(*deadline);
    if (!parsed) return parsed.error();
    parcel.context.deadline = request.received + std::chrono::milliseconds(*parsed);
  }
  if (const auto text = FindParameter(request, "text", nullptr)) {
    const auto parsed = ParseBool(*text);
    if (!parsed) return parsed.error();
    parcel.text = *parsed;
  }
  if (const auto waybill = FindParameter(request, "waybill", nullptr)) parcel.waybill = waybill->value;
  return {};
}

Status ReadBody(const Request& request, jobs::Submission& submission) {
  auto& parcel = submission.parcel;
  const std::string_view type = request.headers.Get("Content-Type");
  if (!net::http::IsMultipartForm(type)) {
    if (request.body.empty()) return InvalidArgument("picture", "the body is empty; it must be a picture");
    parcel.pictures.push_back({std::string(type), request.body.owner(), request.body.bytes()});
    return {};
  }
  const auto parts = net::http::ParseMultipartForm(type, request.body.bytes());
  if (!parts) return parts.error();
  for (const auto& part : *parts) {
    if (part.name == "picture") {
      parcel.pictures.push_back({part.content_type, request.body.owner(), part.data});
    } else if (part.name == "waybill") {
      parcel.waybill = std::string(part.text());
    } else if (part.name == "callback") {
      submission.callback = std::string(part.text());
    } else {
      const auto known = ReadSightingPart(part, parcel.sighting);
      if (!known) return known.error();
      if (*known) continue;
      return InvalidArgument(part.name,
                             fmt::format("unknown form field \"{}\"; there are picture, waybill, callback, parcel, "
                                         "cameras, camera and verdict_ms",
                                         part.name));
    }
  }
  if (parcel.pictures.empty()) return InvalidArgument("picture", "the form holds no picture");
  return {};
}

Status ReadKey(const Request& request, std::string& key) {
  if (!request.headers.Has("Idempotency-Key")) return {};
  key = request.headers.Get("Idempotency-Key");
  const bool printable = std::all_of(key.begin(), key.end(), [](char c) { return c >= 0x20 && c <= 0x7E; });
  if (key.empty() || key.size() > kLongestKey || !printable) {
    return InvalidArgument("Idempotency-Key", fmt::format("a key is 1 to {} printable ASCII characters", kLongestKey));
  }
  return {};
}

}  // namespace

std::optional<Parameter> FindParameter(const Request& request, const char* query, const char* header) {
  if (const auto value = request.query_value(query)) return Parameter{std::string(*value), query};
  if (header != nullptr && request.headers.Has(header))
    return Parameter{std::string(request.headers.Get(header)), header};
  return std::nullopt;
}

Result<jobs::Submission> ReadSubmission(Request& request, Tier codes_tier) {
  jobs::Submission submission;
  submission.pipeline = request.param("name");
  auto& parcel = submission.parcel;
  parcel.context.id = request.id;
  parcel.context.tenant = request.caller.tenant();
  parcel.context.received = request.received;
  parcel.context.tier = codes_tier;
  if (Status read = ReadParameters(request, parcel); !read) return read.error();
  const auto tier = request.caller.Allow(parcel.context.tier, "tier");
  if (!tier) return tier.error();
  parcel.context.tier = *tier;
  auto sighting = ReadSighting(request);
  if (!sighting) return sighting.error();
  parcel.sighting = *std::move(sighting);
  if (const auto callback = FindParameter(request, "callback", "X-Crossdock-Callback"))
    submission.callback = callback->value;
  if (Status read = ReadKey(request, submission.key); !read) return read.error();
  if (Status read = ReadBody(request, submission); !read) return read.error();
  if (parcel.waybill.size() > kLongestWaybill)
    return InvalidArgument("waybill", fmt::format("a waybill is at most {} bytes", kLongestWaybill));
  if (!parcel.sighting.names.empty() && parcel.sighting.names.size() != parcel.pictures.size()) {
    return InvalidArgument("camera", fmt::format("{} cameras are named for {} pictures: name each picture's, or none",
                                                 parcel.sighting.names.size(), parcel.pictures.size()));
  }
  return submission;
}

}  // namespace crossdock::app

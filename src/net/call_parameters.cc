#include "net/call_parameters.h"

#include <charconv>

#include <fmt/format.h>

namespace crossdock::net {
namespace {

std::string Field(std::string_view name) { return fmt::format("parameters.{}", name); }

Status TakeInteger(std::string_view name, const ParameterValue& value, std::optional<int64_t>& out) {
  const auto* number = std::get_if<int64_t>(&value);
  if (number == nullptr) return InvalidArgument(Field(name), "not an integer");
  out = *number;
  return {};
}

Status TakeBool(std::string_view name, const ParameterValue& value, bool& out) {
  const auto* flag = std::get_if<bool>(&value);
  if (flag == nullptr) return InvalidArgument(Field(name), "neither true nor false");
  out = *flag;
  return {};
}

Status TakeTier(std::string_view name, const ParameterValue& value, InferCall& call) {
  const auto* text = std::get_if<std::string_view>(&value);
  if (text == nullptr) return InvalidArgument(Field(name), "not a string");
  call.options.tier = std::string(*text);
  return {};
}

Status TakeMilliseconds(std::string_view name, const ParameterValue& value, InferCall& call) {
  if (const auto* whole = std::get_if<int64_t>(&value))
    call.options.deadline_ms = static_cast<double>(*whole);
  else if (const auto* real = std::get_if<double>(&value))
    call.options.deadline_ms = *real;
  else
    return InvalidArgument(Field(name), "not a number");
  return {};
}

bool IsZero(const ParameterValue& value) {
  if (const auto* number = std::get_if<int64_t>(&value)) return *number == 0;
  if (const auto* flag = std::get_if<bool>(&value)) return !*flag;
  if (const auto* text = std::get_if<std::string_view>(&value)) return text->empty();
  return false;
}

}  // namespace

Status ApplyRequestParameter(std::string_view name, const ParameterValue& value, InferCall& call) {
  if (name == "tier") return TakeTier(name, value, call);
  if (name == "priority") return TakeInteger(name, value, call.options.priority);
  if (name == "timeout") return TakeInteger(name, value, call.options.timeout_us);
  if (name == "deadline_ms") return TakeMilliseconds(name, value, call);
  if (name == "timing") return TakeBool(name, value, call.options.timing);
  if (name == "binary_data_output") return TakeBool(name, value, call.binary_outputs);
  if (name == "sequence_id" && !IsZero(value)) {
    return Error{ErrorCode::kUnimplemented, "sequences are not served: every request stands for itself", Field(name)};
  }
  return {};
}

Status CheckTensorParameter(std::string_view name, const ParameterValue& value, std::string_view field) {
  const auto at = [&] { return fmt::format("{}.parameters.{}", field, name); };
  if (name.starts_with("shared_memory_")) {
    return Error{ErrorCode::kUnimplemented, "shared memory is not served: send the tensor's data", at()};
  }
  if (name == "classification" && !IsZero(value)) {
    return Error{ErrorCode::kUnimplemented, "classification is not served: ask for the output and sort it", at()};
  }
  return {};
}

Status ApplyHeaders(std::string_view tier, std::string_view deadline_ms, std::string_view timing, InferCall& call) {
  if (!tier.empty() && !call.options.tier && !call.options.priority) {
    if (const auto parsed = ParseTier(tier, "X-Crossdock-Tier"); !parsed) return parsed.error();
    call.options.tier = std::string(tier);
  }
  if (!deadline_ms.empty() && !call.options.deadline_ms && !call.options.timeout_us) {
    double ms = 0;
    const auto [end, error] = std::from_chars(deadline_ms.data(), deadline_ms.data() + deadline_ms.size(), ms);
    if (error != std::errc() || end != deadline_ms.data() + deadline_ms.size() ||
        !(ms > 0 && ms <= kLongestDeadlineMs)) {
      return InvalidArgument("X-Crossdock-Deadline-Ms",
                             fmt::format("\"{}\" is not a number of milliseconds between 0 and {}",
                                         deadline_ms.substr(0, 64), kLongestDeadlineMs));
    }
    call.options.deadline_ms = ms;
  }
  if (timing == "1" || timing == "true") call.options.timing = true;
  return {};
}

}  // namespace crossdock::net

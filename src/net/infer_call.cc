#include "net/infer_call.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace crossdock::net {
namespace {

constexpr Tier kByPriority[] = {Tier::kCritical, Tier::kNormal, Tier::kBatch};

/// Refuses names that are empty, too long or used twice.
template <class Named>
Status CheckNames(const std::vector<Named>& list, std::string_view kind) {
  if (list.size() > kMaxTensors) {
    return InvalidArgument(std::string(kind),
                           fmt::format("{} {}; at most {} are taken", list.size(), kind, kMaxTensors));
  }
  for (size_t i = 0; i < list.size(); ++i) {
    const auto field = fmt::format("{}[{}].name", kind, i);
    if (list[i].name.empty()) return InvalidArgument(field, "a name is missing");
    if (list[i].name.size() > kMaxNameBytes)
      return InvalidArgument(field, fmt::format("longer than {} bytes", kMaxNameBytes));
    const auto same = [&](const Named& other) { return other.name == list[i].name; };
    if (std::any_of(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(i), same)) {
      return InvalidArgument(field, fmt::format("\"{}\" is named twice", list[i].name));
    }
  }
  return {};
}

Result<Tier> TierOf(const CallOptions& options, const model::ModelConfig& config) {
  if (options.tier) return ParseTier(*options.tier, "parameters.tier");
  const int64_t priority = options.priority.value_or(0);
  if (priority == 0) return ParseTier(config.tier, "tier");
  if (priority < 0 || priority > kTiers) {
    return InvalidArgument(
        "parameters.priority",
        fmt::format("{} is not a priority; 1 is critical, 2 normal, 3 batch, 0 the model's own", priority));
  }
  return kByPriority[priority - 1];
}

TimePoint After(TimePoint received, double ms) {
  return received + std::chrono::duration_cast<Nanos>(std::chrono::duration<double, std::milli>(ms));
}

Result<TimePoint> DeadlineOf(const FrontEnd& front_end, const InferCall& call, const model::ModelConfig& config) {
  const auto& options = call.options;
  if (options.deadline_ms) {
    if (!(*options.deadline_ms > 0 && *options.deadline_ms <= kLongestDeadlineMs)) {
      return InvalidArgument("parameters.deadline_ms", fmt::format("{} is not between 0 and {} milliseconds",
                                                                   *options.deadline_ms, kLongestDeadlineMs));
    }
    return After(call.received, *options.deadline_ms);
  }
  if (options.timeout_us.value_or(0) != 0) {
    const double ms = static_cast<double>(*options.timeout_us) / 1000;
    if (!(ms > 0 && ms <= kLongestDeadlineMs)) {
      return InvalidArgument("parameters.timeout", fmt::format("{} is not between 0 and {} microseconds",
                                                               *options.timeout_us, kLongestDeadlineMs * 1000));
    }
    return After(call.received, ms);
  }
  const double ms =
      config.deadline_ms > 0 ? config.deadline_ms : static_cast<double>(front_end.default_deadline.count());
  return ms > 0 ? After(call.received, ms) : TimePoint::max();
}

}  // namespace

Result<std::optional<int>> ParseVersion(std::string_view text, std::string_view field) {
  if (text.empty()) return std::optional<int>();
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 1) {
    return InvalidArgument(std::string(field), fmt::format("\"{}\" is not a version number", text));
  }
  return std::optional<int>(number);
}

Result<tensor::DType> ParseDataType(std::string_view name, std::string_view field) {
  if (const auto dtype = tensor::ParseDType(name)) return *dtype;
  return InvalidArgument(
      std::string(field),
      fmt::format("unknown datatype \"{}\"; it is one of BOOL, UINT8, UINT16, UINT32, UINT64, INT8, INT16, INT32, "
                  "INT64, FP16, BF16, FP32, FP64, BYTES",
                  name.substr(0, 64)));
}

Result<int64_t> CheckShape(const tensor::Shape& shape, int64_t most, std::string_view field) {
  if (shape.size() > kMaxRank) {
    return InvalidArgument(std::string(field),
                           fmt::format("{} dimensions; at most {} are taken", shape.size(), kMaxRank));
  }
  if (std::any_of(shape.begin(), shape.end(), [](int64_t dim) { return dim < 0; })) {
    return InvalidArgument(std::string(field), fmt::format("{} has a negative dimension", tensor::ToString(shape)));
  }
  const auto count = tensor::ElementCount(shape);
  if (!count || *count > most) {
    return InvalidArgument(std::string(field), fmt::format("{} has more elements than the request holds data for",
                                                           tensor::ToString(shape)));
  }
  return *count;
}

Result<pipeline::InferRequest> BuildInferRequest(const FrontEnd& front_end, InferCall& call) {
  if (call.inputs.empty()) return InvalidArgument("inputs", "no inputs");
  if (auto checked = CheckNames(call.inputs, "inputs"); !checked) return checked.error();
  if (auto checked = CheckNames(call.outputs, "outputs"); !checked) return checked.error();
  const auto version = ParseVersion(call.version, "model_version");
  if (!version) return version.error();
  const auto pin = front_end.catalog.Find(call.model, *version);
  if (!pin) return pin.error();
  const auto& config = (*pin)->config();
  const auto asked = TierOf(call.options, config);
  if (!asked) return asked.error();
  const auto tier = call.caller.Allow(*asked, "tier");
  if (!tier) return tier.error();
  const auto deadline = DeadlineOf(front_end, call, config);
  if (!deadline) return deadline.error();

  pipeline::InferRequest request;
  request.context.id = call.request_id;
  request.context.tenant = call.caller.tenant();
  request.context.tier = *tier;
  request.context.received = call.received;
  request.context.deadline = *deadline;
  request.model = call.model;
  request.version = *version;
  request.inputs = std::move(call.inputs);
  for (const auto& output : call.outputs) request.wanted_outputs.push_back(output.name);
  return request;
}

}  // namespace crossdock::net

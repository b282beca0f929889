#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <simdjson.h>

#include "base/result.h"
#include "net/call_parameters.h"
#include "net/http/json_data.h"
#include "tensor/tensor.h"

/// The small pieces that reading a JSON request is made of.
namespace crossdock::net::http {

/// "data" of "inputs[0]" is "inputs[0].data"; of the body itself it is "data".
std::string Join(std::string_view parent, std::string_view name);

Result<std::string> ReadString(simdjson::ondemand::value from, std::string_view field);
/// A list of at most kMaxRank integers.
Result<tensor::Shape> ReadShape(simdjson::ondemand::value from, std::string_view field);
/// A plain value; lists and objects are refused, so that nothing nests.
Result<ParameterValue> ReadParameter(simdjson::ondemand::value from, std::string_view field);

/// Calls `visit(number of the key in `known`, value)` for each field of an object, in order of appearance; a Status from it ends the
/// walk.
/// errors  kInvalidArgument at the field: a key that is not known, a key that comes twice
template <size_t N, class Visit>
Status ForEachField(simdjson::ondemand::object& object, std::string_view parent,
                    const std::array<std::string_view, N>& known, Visit&& visit) {
  const std::string_view where = parent.empty() ? "body" : parent;
  std::array<bool, N> seen{};
  for (auto entry : object) {
    simdjson::ondemand::field field;
    if (const auto error = std::move(entry).get(field)) return FromSimdjson(error, where);
    std::string_view key;
    if (const auto error = field.unescaped_key().get(key)) return FromSimdjson(error, where);
    size_t number = 0;
    while (number < N && known[number] != key) ++number;
    if (number == N) {
      return InvalidArgument(key.empty() ? std::string(where) : Join(parent, key.substr(0, 64)),
                             fmt::format("no such field; there are {}", fmt::join(known, ", ")));
    }
    if (std::exchange(seen[number], true)) return InvalidArgument(Join(parent, key), "given twice");
    if (auto visited = visit(number, field.value()); !visited) return visited;
  }
  return {};
}

/// The same on a whole document.
template <size_t N, class Visit>
Status ForEachField(simdjson::ondemand::document& document, const std::array<std::string_view, N>& known,
                    Visit&& visit) {
  simdjson::ondemand::object object;
  if (const auto error = document.get_object().get(object)) return FromSimdjson(error, "body");
  return ForEachField(object, "", known, visit);
}

/// Calls `visit(name, plain value)` for each parameter of a "parameters" object.
template <class Visit>
Status ForEachParameter(simdjson::ondemand::value from, std::string_view field, Visit&& visit) {
  simdjson::ondemand::object object;
  if (const auto error = from.get_object().get(object)) return FromSimdjson(error, field);
  for (auto entry : object) {
    simdjson::ondemand::field parameter;
    if (const auto error = std::move(entry).get(parameter)) return FromSimdjson(error, field);
    std::string_view name;
    if (const auto error = parameter.unescaped_key().get(name)) return FromSimdjson(error, field);
    const auto value = ReadParameter(parameter.value(), Join(field, name.substr(0, 64)));
    if (!value) return value.error();
    if (auto visited = visit(name, *value); !visited) return visited;
  }
  return {};
}

/// Calls `visit(number, value)` for each element of a list.
template <class Visit>
Status ForEachElement(simdjson::ondemand::value from, std::string_view field, Visit&& visit) {
  simdjson::ondemand::array list;
  if (const auto error = from.get_array().get(list)) return FromSimdjson(error, field);
  size_t number = 0;
  for (auto entry : list) {
    simdjson::ondemand::value element;
    if (const auto error = std::move(entry).get(element)) return FromSimdjson(error, field);
    if (number == kMaxTensors)
      return InvalidArgument(std::string(field), fmt::format("more than {} entries", kMaxTensors));
    if (auto visited = visit(number++, element); !visited) return visited;
  }
  return {};
}

}  // namespace crossdock::net::http

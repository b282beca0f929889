#include "net/http/json_fields.h"

namespace crossdock::net::http {

using simdjson::ondemand::json_type;
using simdjson::ondemand::value;

std::string Join(std::string_view parent, std::string_view name) {
  return parent.empty() ? std::string(name) : fmt::format("{}.{}", parent, name);
}

Result<std::string> ReadString(value from, std::string_view field) {
  std::string_view text;
  if (const auto error = from.get_string().get(text)) {
    if (error == simdjson::INCORRECT_TYPE) return InvalidArgument(std::string(field), "not a string");
    return FromSimdjson(error, field);
  }
  return std::string(text);
}

Result<tensor::Shape> ReadShape(value from, std::string_view field) {
  simdjson::ondemand::array list;
  if (const auto error = from.get_array().get(list)) {
    if (error == simdjson::INCORRECT_TYPE) return InvalidArgument(std::string(field), "not a list of numbers");
    return FromSimdjson(error, field);
  }
  tensor::Shape shape;
  for (auto entry : list) {
    value element;
    if (const auto error = entry.get(element)) return FromSimdjson(error, field);
    int64_t dim = 0;
    if (element.get_int64().get(dim)) {
      return InvalidArgument(fmt::format("{}[{}]", field, shape.size()), "not a whole number that fits 64 bits");
    }
    if (shape.size() == kMaxRank)
      return InvalidArgument(std::string(field), fmt::format("more than {} dimensions", kMaxRank));
    shape.push_back(dim);
  }
  return shape;
}

Result<ParameterValue> ReadParameter(value from, std::string_view field) {
  json_type type{};
  if (const auto error = from.type().get(type)) return FromSimdjson(error, field);
  if (type == json_type::boolean) {
    bool flag = false;
    if (const auto error = from.get_bool().get(flag)) return FromSimdjson(error, field);
    return ParameterValue(flag);
  }
  if (type == json_type::string) {
    std::string_view text;
    if (const auto error = from.get_string().get(text)) return FromSimdjson(error, field);
    return ParameterValue(text);
  }
  if (type == json_type::number) {
    int64_t whole = 0;
    if (!from.get_int64().get(whole)) return ParameterValue(whole);
    double real = 0;
    if (const auto error = from.get_double().get(real)) return FromSimdjson(error, field);
    return ParameterValue(real);
  }
  return InvalidArgument(std::string(field), "neither string, number nor boolean");
}

}  // namespace crossdock::net::http

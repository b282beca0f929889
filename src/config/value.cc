#include "config/value.h"

#include <charconv>
#include <cmath>
#include <system_error>

#include <fmt/format.h>

#include "config/nearest.h"

namespace crossdock::config {
namespace {

/// What stands there, in words, for "expected a number, found …".
std::string Found(const Node& node) {
  switch (node.kind) {
    case Node::Kind::kNull: return "nothing";
    case Node::Kind::kList: return "a list";
    case Node::Kind::kMap: return "keys and values";
    case Node::Kind::kScalar: break;
  }
  return node.quoted ? "the text " + Quoted(node.text) : Quoted(node.text);
}

void Expected(std::string_view what, const Node& node, std::string_view path, Problems& problems) {
  problems.Add(node.mark, path, fmt::format("expected {}, found {}", what, Found(node)));
}

bool Plain(const Node& node) { return node.kind == Node::Kind::kScalar && !node.quoted; }

/// True if `text` as a whole is a number.
template <class T>
std::errc Parse(std::string_view text, T& value) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end != text.data() + text.size()) return std::errc::invalid_argument;
  return error;
}

std::string RangeText(const std::optional<double>& least, const std::optional<double>& most) {
  if (least && most) return fmt::format("{}..{}", ShowNumber(*least), ShowNumber(*most));
  return least ? fmt::format("at least {}", ShowNumber(*least)) : fmt::format("at most {}", ShowNumber(*most));
}

}  // namespace

std::string ShowNumber(double value) { return fmt::format("{}", value); }

std::optional<bool> ReadBool(const Node& node, std::string_view path, Problems& problems) {
  if (Plain(node) && node.text == "true") return true;
  if (Plain(node) && node.text == "false") return false;
  Expected("true or false", node, path, problems);
  return std::nullopt;
}

std::optional<int64_t> ReadInteger(const Node& node, std::string_view path, Problems& problems, int64_t least,
                                   int64_t most) {
  int64_t value = 0;
  const std::errc error = Plain(node) ? Parse(node.text, value) : std::errc::invalid_argument;
  if (error == std::errc::invalid_argument) {
    Expected("a whole number", node, path, problems);
    return std::nullopt;
  }
  if (error == std::errc::result_out_of_range || value < least || value > most) {
    problems.Add(node.mark, path, fmt::format("{} is outside {}..{}", Quoted(node.text), least, most));
    return std::nullopt;
  }
  return value;
}

std::optional<double> ReadNumber(const Node& node, std::string_view path, Problems& problems, const Bounds& bounds) {
  double value = 0;
  const std::errc error = Plain(node) ? Parse(node.text, value) : std::errc::invalid_argument;
  if (error == std::errc::invalid_argument || (error == std::errc() && !std::isfinite(value))) {
    Expected("a number", node, path, problems);
    return std::nullopt;
  }
  const bool below = bounds.least_real && value < *bounds.least_real;
  const bool above = bounds.most_real && value > *bounds.most_real;
  if (error != std::errc() || below || above) {
    const bool ranged = bounds.least_real || bounds.most_real;
    const std::string range = ranged ? RangeText(bounds.least_real, bounds.most_real) : "what a number can hold";
    problems.Add(node.mark, path, fmt::format("{} is outside {}", Quoted(node.text), range));
    return std::nullopt;
  }
  return value;
}

std::optional<std::string> ReadText(const Node& node, std::string_view path, Problems& problems, const Bounds& bounds) {
  if (node.kind != Node::Kind::kScalar) {
    Expected(node.kind == Node::Kind::kNull ? "a text (write \"\" for an empty one)" : "a text", node, path, problems);
    return std::nullopt;
  }
  if (bounds.choices.empty()) return node.text;
  for (const std::string& choice : bounds.choices) {
    if (choice == node.text) return node.text;
  }
  problems.Add(node.mark, path,
               fmt::format("unknown value {}{}", Quoted(node.text), Advice(node.text, bounds.choices)));
  return std::nullopt;
}

Type IntegerType(int64_t least, int64_t most, const Bounds& bounds) {
  Type type;
  type.kind = Type::Kind::kInteger;
  // That an int ends at 2147483647 is no news.
  if (bounds.least || least == 0) type.least = std::to_string(least);
  if (bounds.most || most < std::numeric_limits<int32_t>::max()) type.most = std::to_string(most);
  return type;
}

Type NumberType(const Bounds& bounds) {
  Type type;
  type.kind = Type::Kind::kNumber;
  if (bounds.least_real) type.least = ShowNumber(*bounds.least_real);
  if (bounds.most_real) type.most = ShowNumber(*bounds.most_real);
  return type;
}

Type TextType(const Bounds& bounds) {
  Type type;
  type.choices = bounds.choices;
  return type;
}

void BoolValue::Read(const Node& node, std::string_view path, Problems& problems) {
  if (const auto value = ReadBool(node, path, problems)) target_ = *value;
}

Type BoolValue::ValueType() const {
  Type type;
  type.kind = Type::Kind::kBool;
  return type;
}

}  // namespace crossdock::config

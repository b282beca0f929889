#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/log.h"
#include "config/printers.h"

namespace crossdock::config {
namespace {

std::string JsonString(std::string_view text) { return fmt::format("\"{}\"", log::JsonEscape(text)); }

/// A JSON object being written; the values are JSON already.
class JsonObject {
 public:
  JsonObject& Add(std::string_view key, std::string value) {
    entries_.emplace_back(key, std::move(value));
    return *this;
  }
  std::string Print(size_t indent) const {
    if (entries_.empty()) return "{}";
    const std::string pad(indent + 2, ' ');
    std::string out = "{\n";
    for (size_t i = 0; i < entries_.size(); ++i) {
      out += fmt::format("{}{}: {}{}\n", pad, JsonString(entries_[i].first), entries_[i].second,
                         i + 1 < entries_.size() ? "," : "");
    }
    return out + std::string(indent, ' ') + "}";
  }

 private:
  std::vector<std::pair<std::string, std::string>> entries_;
};

std::string JsonValue(const Node& node) {
  if (node.kind == Node::Kind::kNull) return "null";
  if (node.kind == Node::Kind::kScalar) return node.quoted ? JsonString(node.text) : node.text;
  const bool map = node.kind == Node::Kind::kMap;
  std::string out = map ? "{" : "[";
  for (size_t i = 0; i < node.items.size(); ++i) {
    if (i > 0) out += ", ";
    if (map) out += JsonString(node.keys[i].text) + ": ";
    out += JsonValue(node.items[i]);
  }
  return out + (map ? "}" : "]");
}

const char* JsonType(Type::Kind kind) {
  switch (kind) {
    case Type::Kind::kBool: return "\"boolean\"";
    case Type::Kind::kInteger: return "\"integer\"";
    case Type::Kind::kNumber: return "\"number\"";
    case Type::Kind::kText: return "\"string\"";
    case Type::Kind::kList: return "\"array\"";
    case Type::Kind::kMap:
    case Type::Kind::kObject: return "\"object\"";
  }
  return "\"string\"";
}

std::string Choices(const std::vector<std::string>& choices) {
  std::string out = "[";
  for (const std::string& choice : choices) out += (out.size() > 1 ? ", " : "") + JsonString(choice);
  return out + "]";
}

JsonObject Schema(const Type& type, size_t indent);

std::string Properties(const Type& type, size_t indent) {
  JsonObject properties;
  for (const Member& member : type.members) {
    JsonObject schema;
    schema.Add("description", JsonString(member.meaning));
    if (member.type.optional) {
      Type present = member.type;
      present.optional = false;
      schema.Add("anyOf", fmt::format("[{}, {{\"type\": \"null\"}}]", Schema(present, indent + 4).Print(indent + 4)));
    } else {
      schema = Schema(member.type, indent + 2);
      schema.Add("description", JsonString(member.meaning));
    }
    if (member.type.kind != Type::Kind::kObject) schema.Add("default", JsonValue(member.value));
    properties.Add(member.key, schema.Print(indent + 2));
  }
  return properties.Print(indent);
}

JsonObject Schema(const Type& type, size_t indent) {
  JsonObject schema;
  schema.Add("type", JsonType(type.kind));
  if (!type.least.empty()) schema.Add("minimum", type.least);
  if (!type.most.empty()) schema.Add("maximum", type.most);
  if (!type.choices.empty()) schema.Add("enum", Choices(type.choices));
  if (type.kind == Type::Kind::kList) schema.Add("items", Schema(type.element.front(), indent + 2).Print(indent + 2));
  if (type.kind == Type::Kind::kMap)
    schema.Add("additionalProperties", Schema(type.element.front(), indent + 2).Print(indent + 2));
  if (type.kind == Type::Kind::kObject) {
    schema.Add("additionalProperties", "false");
    schema.Add("properties", Properties(type, indent + 2));
  }
  return schema;
}

}  // namespace

std::string PrintJsonSchema(const Type& object, std::string_view title) {
  JsonObject root;
  root.Add("$schema", JsonString("https://json-schema.org/draft/2020-12/schema"));
  root.Add("title", JsonString(title));
  root.Add("type", "\"object\"").Add("additionalProperties", "false").Add("properties", Properties(object, 2));
  return root.Print(0) + "\n";
}

}  // namespace crossdock::config

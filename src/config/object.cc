#include <algorithm>

#include <fmt/format.h>

#include "config/fields.h"
#include "config/nearest.h"

namespace crossdock::config {

bool ExpectList(const Node& node, std::string_view path, Problems& problems) {
  if (node.kind == Node::Kind::kList) return true;
  if (node.kind != Node::Kind::kNull) problems.Add(node.mark, path, "expected a list");
  return false;
}

bool ExpectMap(const Node& node, std::string_view path, Problems& problems) {
  if (node.kind == Node::Kind::kMap) return true;
  if (node.kind != Node::Kind::kNull) problems.Add(node.mark, path, "expected keys and values (key: value)");
  return false;
}

void AddValidation(const Error& error, Mark mark, std::string_view path, Problems& problems) {
  problems.Add(mark, error.field.empty() ? std::string(path) : Join(path, error.field), error.message);
}

Type ContainerType(Type::Kind kind, Type element) {
  Type type;
  type.kind = kind;
  type.element.push_back(std::move(element));
  return type;
}

void ReadFields(const Fields& fields, const Node& node, std::string_view path, Problems& problems) {
  if (!ExpectMap(node, path, problems)) return;
  std::vector<std::string> known;
  for (const Fields::Entry& entry : fields.entries()) known.push_back(entry.key);
  for (size_t i = 0; i < node.items.size(); ++i) {
    const Node::Key& key = node.keys[i];
    const auto found = std::find(known.begin(), known.end(), key.text);
    if (found == known.end()) {
      problems.Add(key.mark, path, fmt::format("unknown key {}{}", Quoted(key.text), Advice(key.text, known)));
      continue;
    }
    const auto index = static_cast<size_t>(found - known.begin());
    fields.entries()[index].value->Read(node.items[i], Join(path, key.text), problems);
  }
}

Node ShowFields(const Fields& fields) {
  Node map = Node::Map();
  for (const Fields::Entry& entry : fields.entries()) map.Append(entry.key, entry.value->Show());
  return map;
}

Type TypeOf(const Fields& fields) {
  Type type;
  type.kind = Type::Kind::kObject;
  for (const Fields::Entry& entry : fields.entries()) {
    type.members.push_back({entry.key, entry.meaning, entry.value->ValueType(), entry.value->Show()});
  }
  return type;
}

}  // namespace crossdock::config

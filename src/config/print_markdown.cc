#include <string>

#include <fmt/format.h>

#include "config/printers.h"
#include "config/problems.h"

namespace crossdock::config {
namespace {

std::string Cell(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

void Rows(const Type& object, const std::string& path, std::string& out) {
  for (const Member& member : object.members) {
    const std::string key = Join(path, member.key);
    const Type* inner = &member.type;
    std::string inner_path = key;
    while (!inner->element.empty()) {
      inner_path += inner->kind == Type::Kind::kMap ? ".NAME" : "[]";
      inner = &inner->element.front();
    }
    const bool group = member.type.kind == Type::Kind::kObject && !member.type.optional;
    const std::string present = group ? "" : fmt::format("`{}`", PrintInline(member.value));
    out +=
        fmt::format("| `{}` | {} | {} | {} |\n", key, Cell(InWords(member.type)), Cell(present), Cell(member.meaning));
    if (inner->kind == Type::Kind::kObject) Rows(*inner, inner_path, out);
  }
}

}  // namespace

std::string PrintMarkdown(const Type& object) {
  std::string out = "| key | may be | default | meaning |\n| --- | --- | --- | --- |\n";
  Rows(object, "", out);
  return out;
}

}  // namespace crossdock::config

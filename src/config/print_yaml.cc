#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include <fmt/format.h>

#include "base/log.h"
#include "config/printers.h"

namespace crossdock::config {
namespace {

/// Whether a text may stand without quotes and still be a text to every YAML reader.
bool PlainText(const std::string& text) {
  const auto unsigned_at = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.empty() || text.size() > 80 || (std::isalpha(unsigned_at(0)) == 0 && text[0] != '/')) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (std::isalnum(unsigned_at(i)) == 0 && std::string_view("_./+-").find(text[i]) == std::string_view::npos)
      return false;
  }
  std::string lower = text;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::array kWords = {"true", "false", "null", "yes", "no", "on", "off", "y", "n", "inf", "nan"};
  return std::find(kWords.begin(), kWords.end(), lower) == kWords.end();
}

std::string Word(const std::string& text) {
  return PlainText(text) ? text : fmt::format("\"{}\"", log::JsonEscape(text));
}

bool OnOneLine(const Node& node) {
  if (node.kind == Node::Kind::kMap) return node.items.empty();
  return std::all_of(node.items.begin(), node.items.end(), OnOneLine);
}

void PrintBlock(const Node& node, size_t indent, std::string& out);

/// What follows "key:" or "-".
void PrintAfter(const Node& node, size_t indent, std::string& out) {
  if (OnOneLine(node)) {
    out += fmt::format(" {}\n", PrintInline(node));
  } else {
    out += '\n';
    PrintBlock(node, indent + 2, out);
  }
}

void PrintBlock(const Node& node, size_t indent, std::string& out) {
  for (size_t i = 0; i < node.items.size(); ++i) {
    out.append(indent, ' ');
    out += node.kind == Node::Kind::kMap ? Word(node.keys[i].text) + ":" : "-";
    PrintAfter(node.items[i], indent, out);
  }
}

void PrintCommented(const std::string& text, size_t indent, std::string& out) {
  size_t start = 0;
  while (start < text.size()) {
    const size_t end = std::min(text.find('\n', start), text.size());
    out.append(indent, ' ');
    out += fmt::format("#   {}\n", text.substr(start, end - start));
    start = end + 1;
  }
}

void PrintMembers(const Type& object, size_t indent, std::string& out);

/// Shows what an element of a list or map of objects looks like.
void PrintElement(const Type& container, size_t indent, std::string& out) {
  const Type& element = container.element.front();
  if (element.kind != Type::Kind::kObject) return;
  std::string body;
  PrintMembers(element, 2, body);
  out.append(indent, ' ');
  out += "# each one:\n";
  PrintCommented((container.kind == Type::Kind::kMap ? "NAME:\n" : "-\n") + body, indent, out);
}

/// Shows what an optional object would hold if it were given.
void PrintOptional(const Member& member, size_t indent, std::string& out) {
  std::string body;
  PrintMembers(member.type, 2, body);
  out.append(indent, ' ');
  out += "# if given:\n";
  PrintCommented(fmt::format("{}:\n", member.key) + body, indent, out);
}

void PrintMember(const Member& member, size_t indent, std::string& out) {
  out.append(indent, ' ');
  const std::string limits = LimitsInWords(member.type);
  out += limits.empty() ? fmt::format("# {}\n", member.meaning) : fmt::format("# {} ({})\n", member.meaning, limits);
  if (member.type.kind == Type::Kind::kObject && !member.type.optional) {
    out.append(indent, ' ');
    if (member.type.members.empty()) {
      out += fmt::format("{}: {{}}\n", member.key);
      return;
    }
    out += fmt::format("{}:\n", member.key);
    PrintMembers(member.type, indent + 2, out);
    return;
  }
  if (!member.type.element.empty()) PrintElement(member.type, indent, out);
  if (member.type.kind == Type::Kind::kObject && member.value.kind == Node::Kind::kNull)
    PrintOptional(member, indent, out);
  out.append(indent, ' ');
  out += fmt::format("{}:", member.key);
  PrintAfter(member.value, indent, out);
}

void PrintMembers(const Type& object, size_t indent, std::string& out) {
  for (const Member& member : object.members) PrintMember(member, indent, out);
}

}  // namespace

std::string PrintInline(const Node& node) {
  if (node.kind == Node::Kind::kNull) return "null";
  if (node.kind == Node::Kind::kScalar) return node.quoted ? Word(node.text) : node.text;
  const bool map = node.kind == Node::Kind::kMap;
  std::string out = map ? "{" : "[";
  for (size_t i = 0; i < node.items.size(); ++i) {
    if (i > 0) out += ", ";
    if (map) out += Word(node.keys[i].text) + ": ";
    out += PrintInline(node.items[i]);
  }
  return out + (map ? "}" : "]");
}

std::string PrintYaml(const Node& map) {
  if (map.items.empty()) return "{}\n";
  std::string out;
  PrintBlock(map, 0, out);
  return out;
}

std::string PrintExample(const Type& object) {
  std::string out;
  PrintMembers(object, 0, out);
  return out;
}

}  // namespace crossdock::config

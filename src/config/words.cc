#include <fmt/format.h>

#include "config/printers.h"

namespace crossdock::config {
namespace {

std::string Noun(const Type& type) {
  switch (type.kind) {
    case Type::Kind::kBool: return "true or false";
    case Type::Kind::kInteger: return "whole number";
    case Type::Kind::kNumber: return "number";
    case Type::Kind::kText: return "text";
    case Type::Kind::kList: return "list of " + InWords(type.element.front());
    case Type::Kind::kMap: return "by name: " + InWords(type.element.front());
    case Type::Kind::kObject: return "the keys below";
  }
  return "";
}

std::string ChoicesInWords(const std::vector<std::string>& choices) {
  std::string words;
  for (const std::string& choice : choices) words += (words.empty() ? "" : ", ") + (choice.empty() ? "\"\"" : choice);
  return words;
}

}  // namespace

std::string LimitsInWords(const Type& type) {
  if (!type.element.empty()) return LimitsInWords(type.element.front());
  if (!type.choices.empty()) return "one of " + ChoicesInWords(type.choices);
  if (!type.least.empty() && !type.most.empty()) return fmt::format("{}..{}", type.least, type.most);
  if (!type.least.empty()) return fmt::format("at least {}", type.least);
  if (!type.most.empty()) return fmt::format("at most {}", type.most);
  return "";
}

std::string InWords(const Type& type) {
  std::string words = Noun(type);
  if (type.element.empty()) {
    if (const std::string limits = LimitsInWords(type); !limits.empty()) words += ", " + limits;
  }
  if (type.optional) words += ", or nothing";
  return words;
}

}  // namespace crossdock::config

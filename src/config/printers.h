#pragma once

#include <string>
#include <string_view>

#include "config/node.h"
#include "config/type.h"

namespace crossdock::config {

/// A map as a YAML file, without comments.
std::string PrintYaml(const Node& map);
/// A value on one line: `[1, 2]`, `{a: 1}`, `"text"`.
std::string PrintInline(const Node& node);
/// An object as a YAML file: every key with its meaning and its present value.
std::string PrintExample(const Type& object);
std::string PrintJsonSchema(const Type& object, std::string_view title);
std::string PrintMarkdown(const Type& object);

/// What may be written there, in words: "whole number, 1..4096", "list of texts".
std::string InWords(const Type& type);
/// The limits alone: "1..4096", "one of a, b"; empty if there are none.
std::string LimitsInWords(const Type& type);

}  // namespace crossdock::config

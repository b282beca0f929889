#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "config/fields.h"
#include "config/printers.h"

/// Configuration as plain structs. A struct says once, in `Describe`, which keys it has, what they mean and what they
/// allow (see fields.h); reading, checking, the example file, the schema and the documentation all follow from that.
namespace crossdock::config {

/// Reads `text` into the object that `root` is bound to.
/// errors  as ParseYaml
Status ReadInto(Value& root, std::string_view text, std::string_view file_name);
/// A whole file of at most a megabyte.
/// errors  kNotFound: not there or not readable; kResourceExhausted (kTooLarge)
Result<std::string> LoadText(const std::filesystem::path& file);

/// A T with its defaults, overlaid with what the text says. An empty text is a T with its defaults.
/// file_name  for messages only
/// errors     kInvalidArgument: one line for each mistake, "file:line:column: path: what is wrong", with the first
/// one's path as the
///            field: not YAML, unknown key (with the nearest known), wrong type, outside the range, a `Validate` that
///            refuses; kResourceExhausted (kTooLarge)
template <class T>
Result<T> ParseYaml(std::string_view text, std::string_view file_name) {
  T value{};
  ObjectValue<T> root(value);
  if (const Status status = ReadInto(root, text, file_name); !status) return status.error();
  return value;
}

template <class T>
Result<T> ReadYamlFile(const std::filesystem::path& file) {
  const auto text = LoadText(file);
  if (!text) return text.error();
  return ParseYaml<T>(*text, file.string());
}

/// All of `value`, readable by ParseYaml.
template <class T>
std::string ToYaml(const T& value) {
  T copy = value;
  return PrintYaml(ObjectValue<T>(copy).Show());
}

/// A file that says what every key means and sets it to its default; a T whose defaults alone say too little to be right has an
/// `Example()` that returns one which is.
template <class T>
std::string ExampleYaml() {
  T value{};
  if constexpr (requires { T::Example(); }) value = T::Example();
  return PrintExample(ObjectValue<T>(value).ValueType());
}

/// JSON Schema (2020-12), for editors and checks outside.
template <class T>
std::string JsonSchema(std::string_view title) {
  T value{};
  return PrintJsonSchema(ObjectValue<T>(value).ValueType(), title);
}

/// A table with one row for each key, for the documentation.
template <class T>
std::string MarkdownTable() {
  T value{};
  return PrintMarkdown(ObjectValue<T>(value).ValueType());
}

}  // namespace crossdock::config

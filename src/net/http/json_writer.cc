#include "net/http/json_writer.h"

#include <iterator>

#include <fmt/format.h>

#include "base/log.h"

namespace crossdock::net::http {

JsonWriter& JsonWriter::Open(char bracket) {
  Separate();
  text_ += bracket;
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::Close(char bracket) {
  text_ += bracket;
  first_ = false;
  return *this;
}

void JsonWriter::Separate() {
  if (!first_) text_ += ',';
  first_ = false;
}

JsonWriter& JsonWriter::Key(std::string_view key) {
  String(key);
  text_ += ':';
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::String(std::string_view value) {
  Separate();
  text_ += '"';
  text_ += log::JsonEscape(value);
  text_ += '"';
  return *this;
}

JsonWriter& JsonWriter::Integer(int64_t value) {
  Separate();
  fmt::format_to(std::back_inserter(text_), "{}", value);
  return *this;
}

JsonWriter& JsonWriter::Unsigned(uint64_t value) {
  Separate();
  fmt::format_to(std::back_inserter(text_), "{}", value);
  return *this;
}

JsonWriter& JsonWriter::Number(double value) {
  Separate();
  fmt::format_to(std::back_inserter(text_), "{}", value);
  return *this;
}

JsonWriter& JsonWriter::Bool(bool value) { return Raw(value ? "true" : "false"); }

JsonWriter& JsonWriter::Raw(std::string_view json) {
  Separate();
  text_ += json;
  return *this;
}

JsonWriter& JsonWriter::Shape(const tensor::Shape& shape) {
  BeginArray();
  for (const int64_t dim : shape) Integer(dim);
  return EndArray();
}

JsonWriter& JsonWriter::Strings(std::span<const std::string> values) {
  BeginArray();
  for (const auto& value : values) String(value);
  return EndArray();
}

}  // namespace crossdock::net::http

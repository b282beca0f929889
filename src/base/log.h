#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace crossdock::log {

enum class Level { kDebug, kInfo, kWarn, kError };

/// One fact of a line; the value is any type that fmt can print.
struct Field {
  std::string_view key;
  std::string value;
  template <class T>
  Field(std::string_view k, const T& v) : key(k), value(fmt::format("{}", v)) {}
};

/// Chosen once, before threads start. Lines go to standard error. Text: `time level event key=value …`; JSON: one object a line.
void Configure(Level least, bool json);
bool Enabled(Level level);

/// Writes one line. `event` is a fixed phrase, what varies goes into the fields. Any thread.
void Write(Level level, std::string_view event, std::initializer_list<Field> fields = {});

inline void Debug(std::string_view event, std::initializer_list<Field> fields = {}) {
  Write(Level::kDebug, event, fields);
}
inline void Info(std::string_view event, std::initializer_list<Field> fields = {}) {
  Write(Level::kInfo, event, fields);
}
inline void Warn(std::string_view event, std::initializer_list<Field> fields = {}) {
  Write(Level::kWarn, event, fields);
}
inline void Error(std::string_view event, std::initializer_list<Field> fields = {}) {
  Write(Level::kError, event, fields);
}

/// `text` as the inside of a JSON string: quotes, backslashes, control characters escaped; bytes that are no UTF-8 replaced.
std::string JsonEscape(std::string_view text);

}  // namespace crossdock::log

#include "base/log.h"

#include <atomic>
#include <chrono>
#include <iterator>
#include <optional>

#include <fmt/chrono.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace crossdock::log {
namespace {

std::atomic<bool> as_json{false};

spdlog::logger& Logger() {
  static const auto logger = [] {
    auto made = std::make_shared<spdlog::logger>("crossdock", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made->set_pattern("%v");
    return made;
  }();
  return *logger;
}

spdlog::level::level_enum ToSpdlog(Level level) {
  switch (level) {
    case Level::kDebug: return spdlog::level::debug;
    case Level::kInfo: return spdlog::level::info;
    case Level::kWarn: return spdlog::level::warn;
    case Level::kError: return spdlog::level::err;
  }
  return spdlog::level::info;
}

const char* Name(Level level) {
  switch (level) {
    case Level::kDebug: return "debug";
    case Level::kInfo: return "info";
    case Level::kWarn: return "warn";
    case Level::kError: return "error";
  }
  return "info";
}

/// Length of the well-formed UTF-8 sequence that begins `text`; 0 if there is none.
size_t Utf8Length(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const size_t length = lead >= 0xF0 && lead < 0xF5 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
  if (length == 0 || lead >= 0xF5 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  if (lead == 0xE0 && byte(1) < 0xA0) return 0;
  if (lead == 0xED && byte(1) > 0x9F) return 0;  // surrogates
  if (lead == 0xF0 && byte(1) < 0x90) return 0;
  if (lead == 0xF4 && byte(1) > 0x8F) return 0;
  return length;
}

/// The control character that `text` begins with, a well-formed sequence of `length` bytes. U+0080 to U+009F are some too: a terminal
/// obeys them.
std::optional<unsigned> Control(std::string_view text, size_t length) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (length == 1 && (first < 0x20 || first == 0x7F)) return first;
  if (length == 2 && first == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0)
    return static_cast<unsigned char>(text[1]);
  return std::nullopt;
}

bool NeedsQuotes(std::string_view value) {
  if (value.empty() || value.find_first_of(" \"=\\") != std::string_view::npos) return true;
  while (!value.empty()) {
    const size_t length = Utf8Length(value);
    if (length == 0 || Control(value, length).has_value()) return true;
    value.remove_prefix(length);
  }
  return false;
}

}  // namespace

std::string JsonEscape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const size_t length = Utf8Length(text);
    const char c = text[0];
    if (length == 0) {
      out += "\\ufffd";
    } else if (const auto control = Control(text, length)) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", *control);
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

void Configure(Level least, bool json) {
  as_json = json;
  Logger().set_level(ToSpdlog(least));
}

bool Enabled(Level level) { return Logger().should_log(ToSpdlog(level)); }

void Write(Level level, std::string_view event, std::initializer_list<Field> fields) {
  if (!Enabled(level)) return;
  const auto now = std::chrono::system_clock::now();
  const auto millis = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  const auto time =
      fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(now)), millis);
  std::string line;
  if (as_json) {
    line = fmt::format(R"({{"time":"{}","level":"{}","event":"{}")", time, Name(level), JsonEscape(event));
    for (const Field& f : fields) line += fmt::format(R"(,"{}":"{}")", JsonEscape(f.key), JsonEscape(f.value));
    line += '}';
  } else {
    line = fmt::format("{} {:5} {}", time, Name(level), event);
    for (const Field& f : fields) {
      line += NeedsQuotes(f.value) ? fmt::format(" {}=\"{}\"", f.key, JsonEscape(f.value))
                                   : fmt::format(" {}={}", f.key, f.value);
    }
  }
  Logger().log(ToSpdlog(level), line);
}

}  // namespace crossdock::log

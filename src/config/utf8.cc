#include "config/utf8.h"

namespace crossdock::config {
namespace {

/// Length of the well-formed sequence at the start of `text`; 0 if there is none. Source: Unicode standard, table 3-7.
size_t SequenceLength(std::string_view text) {
  const auto at = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto follows = [&](size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
    return at(i) >= low && at(i) <= high;
  };
  const unsigned lead = at(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return follows(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    return follows(1, lead == 0xE0 ? 0xA0 : 0x80, lead == 0xED ? 0x9F : 0xBF) && follows(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    return follows(1, lead == 0xF0 ? 0x90 : 0x80, lead == 0xF4 ? 0x8F : 0xBF) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

}  // namespace

size_t FirstBadUtf8(std::string_view text) {
  size_t position = 0;
  while (position < text.size()) {
    const size_t length = SequenceLength(text.substr(position));
    if (length == 0) return position;
    position += length;
  }
  return text.size();
}

size_t FirstControl(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool allowed = byte == '\t' || byte == '\n' || byte == '\r';
    if (byte == 0x7F || (byte < 0x20 && !allowed)) return i;
  }
  return text.size();
}

}  // namespace crossdock::config

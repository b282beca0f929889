#include "net/http/utf8.h"

#include <simdjson.h>

namespace crossdock::net::http {

bool IsUtf8(std::string_view text) { return simdjson::validate_utf8(text.data(), text.size()); }

}  // namespace crossdock::net::http

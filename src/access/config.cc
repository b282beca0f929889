#include "access/config.h"

#include <fmt/format.h>

#include "access/token.h"

namespace crossdock::access {

Status PrincipalEntry::Validate() const {
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (!ParseDigest(tokens[i])) {
      return InvalidArgument(fmt::format("tokens[{}]", i),
                             "not a SHA-256 in 64 hexadecimal digits: printf %s \"$token\" | sha256sum");
    }
  }
  return {};
}

}  // namespace crossdock::access

#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "access/config.h"
#include "access/principal.h"
#include "access/token.h"
#include "base/result.h"

namespace crossdock::access {

using PrincipalPtr = std::shared_ptr<const Principal>;

/// What a connection or call says of its other side. Borrowed for the call.
struct Credentials {
  std::string_view authorization;  // the header; empty: none
  std::string_view address;        // the client's, without its port
};

/// Everybody whom the server knows. Immutable; any thread.
class Roll {
 public:
  /// errors  kInvalidArgument: the file cannot be read, or names a token twice; the field is that of the file
  static Result<Roll> Read(const AccessConfig& config);

  /// A token says who it is, wherever it comes from; without one the address does.
  /// errors  kUnauthenticated (`Authorization`): no token where one is needed, or one that nobody has
  Result<PrincipalPtr> Identify(const Credentials& credentials) const;

 private:
  Result<PrincipalPtr> OfToken(std::string_view authorization) const;

  std::vector<std::pair<Digest, PrincipalPtr>> tokens_;
  PrincipalPtr loopback_;  // null: needs a token
  PrincipalPtr anybody_;   // null: needs a token
};

/// Whether an address is this machine's own: 127.0.0.0/8, ::1, also as an IPv4 address within IPv6.
bool IsLoopback(std::string_view address);

}  // namespace crossdock::access

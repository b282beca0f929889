#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "jobs/callback/address.h"

namespace crossdock::jobs {

/// Where callbacks may go. Whoever may submit a job names a URL that this server then calls, from inside the hub's network: so the host has
/// to be listed, and what its name leads to must not be an inner address that nobody listed. Immutable; any thread.
class TargetRules {
 public:
  /// targets   "https://hooks.example.com", "http://127.0.0.1:9000"; without a port every port of that host
  /// networks  private networks that a listed name may lead to
  /// errors    kInvalidArgument at "targets" or "networks"
  static Result<TargetRules> Parse(const std::vector<std::string>& targets, const std::vector<std::string>& networks);

  /// Whether a job may name this URL, and why not.
  /// returns  scheme, host and port, as "https://hooks.example.com:443"
  /// errors   kInvalidArgument at "callback"
  Result<std::string> CheckUrl(std::string_view url) const;

  /// Whether a listed host may be reached at this address: asked again for every connection, with what the name led to this time.
  bool AllowsAddress(std::string_view host, const Address& address) const;

 private:
  struct Target {
    std::string scheme;
    std::string host;  // lower case, without brackets
    int port = 0;      // 0: any
  };
  std::vector<Target> targets_;
  std::vector<Network> networks_;
};

/// What a URL is made of, as curl reads it: the sender uses the same eyes.
struct UrlParts {
  std::string scheme;
  std::string host;  // lower case, without brackets
  int port = 0;      // the scheme's own where the URL names none
  bool names_port = false;
};
/// errors  kInvalidArgument at `field`: no http or https URL, or one with a user or a password
Result<UrlParts> ParseUrl(std::string_view url, std::string_view field);

}  // namespace crossdock::jobs

#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "access/principal.h"
#include "base/result.h"

namespace crossdock::access {

/// What is granted to one principal, or to a whole kind of them.
struct Grant {
  std::string tier = "critical";
  bool control = false;
  bool speaks_for_all = false;
  int requests = 0;
  int mib = 0;
  double rate = 0;
};

/// One entry of the principals' file; its name is the tenant.
struct PrincipalEntry {
  std::vector<std::string> tokens;
  Grant grant;
  Status Validate() const;
};

/// The principals' file.
struct PrincipalsFile {
  std::map<std::string, PrincipalEntry> principals;
};

/// Those who name no token.
struct OpenDoor {
  bool allowed = false;
  Grant grant;
};

/// Who may ask, and for how much.
struct AccessConfig {
  std::filesystem::path principals;  // relative to the configuration file; empty: none
  OpenDoor loopback = {true, {.control = true, .speaks_for_all = true}};
  OpenDoor anybody;
  std::string above_tier = "lower";
};

template <class Visitor>
void Describe(Grant& c, Visitor& v) {
  v.Field("tier", c.tier, {"critical", "normal", "batch"}, "most urgent tier");
  v.Field("control", c.control, "may load and unload models, and replay callbacks");
  v.Field("speaks_for_all", c.speaks_for_all,
          "may name any tenant in X-Crossdock-Tenant: for a proxy that knows its clients itself");
  v.Field("requests", c.requests, 0, 1 << 20, "requests under way at once; 0: any");
  v.Field("mib", c.mib, 0, 1 << 20, "bodies of these requests together, MiB; 0: any");
  v.Field("rate", c.rate, 0, 1e6, "requests a second, and as many at once after a pause; 0: any");
}

template <class Visitor>
void Describe(PrincipalEntry& c, Visitor& v) {
  v.Field("tokens", c.tokens, "SHA-256 of each of its bearer tokens, in hexadecimal");
  Describe(c.grant, v);
}

template <class Visitor>
void Describe(PrincipalsFile& c, Visitor& v) {
  v.Field("principals", c.principals, "by tenant");
}

template <class Visitor>
void Describe(OpenDoor& c, Visitor& v) {
  v.Field("allowed", c.allowed, "whether they are let in");
  Describe(c.grant, v);
}

template <class Visitor>
void Describe(AccessConfig& c, Visitor& v) {
  v.Field("principals", c.principals, "file of those who have tokens (docs/access.md); empty: none");
  v.Field("loopback", c.loopback, "who connects from this machine and names no token");
  v.Field("anybody", c.anybody, "who connects from elsewhere and names no token");
  v.Field("above_tier", c.above_tier, {"lower", "refuse"},
          "a request for a tier above its principal's: runs in the highest allowed, or is refused");
}

}  // namespace crossdock::access

#include "access/roll.h"

#include <algorithm>

#include <fmt/format.h>

#include "config/config.h"

namespace crossdock::access {
namespace {

PrincipalPtr Make(std::string name, std::string tenant, const Grant& grant) {
  Principal principal;
  principal.name = std::move(name);
  principal.tenant = std::move(tenant);
  principal.highest = ParseTier(grant.tier, "tier").value_or(Tier::kBatch);
  principal.control = grant.control;
  principal.speaks_for_all = grant.speaks_for_all;
  principal.limits = {grant.requests, static_cast<size_t>(grant.mib) << 20, grant.rate};
  return std::make_shared<const Principal>(std::move(principal));
}

}  // namespace

bool IsLoopback(std::string_view address) {
  if (address.starts_with("::ffff:")) address.remove_prefix(7);
  return address.starts_with("127.") || address == "::1";
}

Result<Roll> Roll::Read(const AccessConfig& config) {
  Roll roll;
  if (config.loopback.allowed) roll.loopback_ = Make("(loopback)", "", config.loopback.grant);
  if (config.anybody.allowed) roll.anybody_ = Make("(anybody)", "", config.anybody.grant);
  if (config.principals.empty()) return roll;
  const auto file = config::ReadYamlFile<PrincipalsFile>(config.principals);
  if (!file) return file.error();
  for (const auto& [tenant, entry] : file->principals) {
    const PrincipalPtr principal = Make(tenant, tenant, entry.grant);
    for (const std::string& hex : entry.tokens) {
      const Digest digest = ParseDigest(hex).value();
      const auto same = [&](const auto& known) { return known.first == digest; };
      if (std::any_of(roll.tokens_.begin(), roll.tokens_.end(), same)) {
        return InvalidArgument(
            fmt::format("principals.{}.tokens", tenant),
            fmt::format("{}: a token of {} is that of another entry too", config.principals.string(), tenant));
      }
      roll.tokens_.emplace_back(digest, principal);
    }
  }
  return roll;
}

Result<PrincipalPtr> Roll::Identify(const Credentials& credentials) const {
  if (!credentials.authorization.empty()) return OfToken(credentials.authorization);
  if (loopback_ && IsLoopback(credentials.address)) return loopback_;
  if (anybody_) return anybody_;
  return Error{ErrorCode::kUnauthenticated, "a token is needed: \"Bearer\" and the token", "Authorization"};
}

Result<PrincipalPtr> Roll::OfToken(std::string_view authorization) const {
  const auto token = BearerToken(authorization);
  if (!token) return Error{ErrorCode::kUnauthenticated, "not \"Bearer\" and a token", "Authorization"};
  const Digest digest = DigestOf(*token);
  PrincipalPtr found;
  // All of them, whether one was found or not: the time tells nothing.
  for (const auto& [known, principal] : tokens_) {
    if (SameDigest(known, digest)) found = principal;
  }
  if (!found) return Error{ErrorCode::kUnauthenticated, "nobody has this token", "Authorization"};
  return found;
}

}  // namespace crossdock::access

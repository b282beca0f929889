#include "access/gate.h"

#include <utility>

#include <fmt/format.h>

namespace crossdock::access {
namespace {

constexpr size_t kLongestTenant = 255;

}  // namespace

Caller Caller::Unasked(std::string_view tenant) {
  Caller caller;
  caller.tenant_ = tenant.substr(0, kLongestTenant);
  return caller;
}

Result<Tier> Caller::Allow(Tier asked, std::string_view field) const {
  if (!principal_ || asked >= principal_->highest) return asked;
  if (!refuses_above_) return principal_->highest;
  return Error{ErrorCode::kPermissionDenied,
               fmt::format("{} is above {}, the most urgent tier of {}", Name(asked), Name(principal_->highest),
                           principal_->name),
               std::string(field)};
}

Status Caller::Hold(size_t bytes) const { return place_ ? place_->Hold(*principal_, bytes) : Status(); }

Result<std::unique_ptr<Gate>> Gate::Create(AccessConfig config, Parts parts) {
  auto roll = Roll::Read(config);
  if (!roll) return roll.error();
  return std::unique_ptr<Gate>(new Gate(std::move(config), std::move(parts), *std::move(roll)));
}

Status Gate::Reload() {
  auto roll = Roll::Read(config_);
  if (!roll) return roll.error();
  state_.Lock()->roll = std::make_shared<const Roll>(*std::move(roll));
  return {};
}

Result<Caller> Gate::Enter(const Credentials& credentials, std::string_view tenant, Role role) {
  auto caller = Judge(credentials, tenant, role);
  if (!caller && parts_.on_refusal) parts_.on_refusal(caller.error());
  return caller;
}

Result<Caller> Gate::Judge(const Credentials& credentials, std::string_view tenant, Role role) {
  if (role == Role::kProbe) return Caller();
  const auto roll = state_.Lock()->roll;
  auto principal = roll->Identify(credentials);
  if (!principal) return principal.error();
  const Principal& who = **principal;
  if (role == Role::kControl && !who.control)
    return Error{ErrorCode::kPermissionDenied, fmt::format("{} may not change the server", who.name), "Authorization"};
  if (tenant.size() > kLongestTenant)
    return InvalidArgument("X-Crossdock-Tenant", fmt::format("a tenant is at most {} bytes", kLongestTenant));
  if (!tenant.empty() && tenant != who.tenant && !who.speaks_for_all) {
    return Error{ErrorCode::kPermissionDenied, fmt::format("{} may not speak for other tenants", who.name),
                 "X-Crossdock-Tenant"};
  }
  Caller caller;
  caller.tenant_ = tenant.empty() ? who.tenant : std::string(tenant);
  caller.principal_ = *principal;
  caller.refuses_above_ = config_.above_tier == "refuse";
  if (role != Role::kInfer || who.limits.any()) return caller;
  auto state = state_.Lock();
  auto& quota = state->quotas[who.name];
  if (!quota) quota = std::make_shared<Quota>();
  const auto mine = quota;
  state.Unlock();
  auto place = mine->Enter(who, parts_.clock.Now());
  if (!place) return place.error();
  caller.place_ = *std::move(place);
  return caller;
}

}  // namespace crossdock::access

#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "access/config.h"
#include "access/quota.h"
#include "access/roll.h"
#include "base/clock.h"
#include "base/guarded.h"

namespace crossdock::access {

/// Who asks, for as long as a request is under way: its place in the principal's limits. Cheap to copy.
class Caller {
 public:
  Caller() = default;
  /// Where nobody is asked who he is: a front end without a gate.
  static Caller Unasked(std::string_view tenant);

  /// Whose jobs and keys he may see.
  const std::string& tenant() const { return tenant_; }
  /// The tier that the request gets: the asked one, or the highest allowed.
  /// errors  kPermissionDenied (`field`): above the highest, where the configuration refuses that
  Result<Tier> Allow(Tier asked, std::string_view field) const;
  /// The request holds so many bytes more.
  /// errors  kResourceExhausted (kQuota)
  Status Hold(size_t bytes) const;

 private:
  friend class Gate;
  std::string tenant_;
  PrincipalPtr principal_;  // null: unasked
  std::shared_ptr<Quota::Place> place_;
  bool refuses_above_ = false;
};

/// The one place that says who is asking, and what he may. Any thread.
class Gate {
 public:
  struct Parts {
    Clock& clock;
    std::function<void(const Error&)> on_refusal;  // for metrics; may be empty
  };
  /// errors  as Roll::Read
  static Result<std::unique_ptr<Gate>> Create(AccessConfig config, Parts parts);

  /// Before the request's body is read. `tenant`: that it names (X-Crossdock-Tenant); empty: its own. Probes are always let in.
  /// errors  kUnauthenticated, kPermissionDenied (the role, or another's tenant), kResourceExhausted (kQuota)
  Result<Caller> Enter(const Credentials& credentials, std::string_view tenant, Role role);
  /// Reads the principals' file again. What is under way stays as it was; on an error everything does.
  /// errors  as Roll::Read
  Status Reload();

 private:
  Gate(AccessConfig config, Parts parts, Roll roll)
      : config_(std::move(config)), parts_(std::move(parts)), state_(std::make_shared<const Roll>(std::move(roll))) {}
  Result<Caller> Judge(const Credentials& credentials, std::string_view tenant, Role role);

  struct State {
    explicit State(std::shared_ptr<const Roll> of) : roll(std::move(of)) {}
    std::shared_ptr<const Roll> roll;
    std::map<std::string, std::shared_ptr<Quota>> quotas;  // by the principal's name, over reloads
  };
  const AccessConfig config_;
  const Parts parts_;
  Guarded<State> state_;
};

}  // namespace crossdock::access

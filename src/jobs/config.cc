#include "jobs/config.h"

#include "jobs/callback/target_rules.h"

namespace crossdock::jobs {

Status CallbackConfig::Validate() const {
  const auto rules = TargetRules::Parse(targets, networks);
  if (!rules) return rules.error();
  return {};
}

}  // namespace crossdock::jobs

#pragma once

#include <cstddef>
#include <string>

#include "base/tier.h"

namespace crossdock::access {

/// What a route or call does, and so who may use it.
enum class Role {
  kProbe,    // health and readiness: nobody is asked who he is
  kInfer,    // inference, jobs, what describes a model
  kObserve,  // metrics, statistics, the dashboard
  kControl,  // what changes the server
};

/// What one principal may have at once, and in a second; 0: any.
struct Limits {
  int requests = 0;
  size_t bytes = 0;  // of the bodies of those requests
  double rate = 0;   // requests a second
  bool any() const { return requests == 0 && bytes == 0 && rate == 0; }
};

/// Somebody whom the server knows.
struct Principal {
  std::string name;    // the tenant, "(loopback)" or "(anybody)"
  std::string tenant;  // whose jobs and keys are his
  Tier highest = Tier::kCritical;
  bool control = false;         // may change the server
  bool speaks_for_all = false;  // may name any tenant: a proxy that asks its clients itself
  Limits limits;
};

}  // namespace crossdock::access

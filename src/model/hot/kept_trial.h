#pragma once

#include <stop_token>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "model/version.h"

namespace crossdock::model {

/// A session made from a kept form beside one made from the file, in the same process and minute.
struct KeptTrial {
  Nanos fresh_load{0};
  Nanos kept_load{0};
  Nanos fresh_call{0};  // the best of several, the two by turns
  Nanos kept_call{0};
  bool same_answers = true;
};

/// Why the kept form is not worth keeping, for the operator: it answers differently, runs slower (more than 10 % and 50 us), or does not
/// load in 80 % of the time. Empty: it is.
std::string WhyNot(const KeptTrial& trial);

/// Runs both on the first bucket at its smallest size, by turns: kept, fresh, fresh, kept and so on, in rounds until the kept form keeps up. What the loads
/// took is the caller's to fill in. A version without buckets is compared by nothing.
/// errors  kCancelled; what a call failed with
Result<KeptTrial> Compare(engine::Session& kept, engine::Session& fresh, const Version& version, std::stop_token stop);

/// The best of a few calls on the first bucket at its smallest size, which must be there. errors  what a call failed with
Result<Nanos> BestCall(engine::Session& session, const Version& version);

}  // namespace crossdock::model

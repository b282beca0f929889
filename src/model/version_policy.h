#pragma once

#include <set>
#include <string_view>

#include "base/result.h"

namespace crossdock::model {

/// Which of a model's versions serve.
class VersionPolicy {
 public:
  /// "latest", "latest N", "all", or numbers: "1,3".
  /// errors  kInvalidArgument, field "version_policy"
  static Result<VersionPolicy> Parse(std::string_view text);
  /// Those of `present` that are to serve; empty if the policy names none of them.
  std::set<int> Choose(const std::set<int>& present) const;

 private:
  int latest_ = 0;         // so many of the highest numbers; 0: by number
  std::set<int> numbers_;  // empty: any
};

/// A version's number as a folder's name or a policy writes it: 1 to 2147483647, without leading zeros. 0 for anything else.
int ParseVersionNumber(std::string_view text);

}  // namespace crossdock::model

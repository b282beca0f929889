#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "model/version.h"

namespace crossdock::model {

/// What loading found out about a model by running it. It costs most of a load's time, and holds as long as model, options, runtime and
/// processor are the same.
struct Findings {
  int max_batch = 1;
  std::string batch_note;
  std::vector<Bucket> buckets;
  std::vector<std::vector<std::pair<int, Nanos>>> times;  // for each bucket, by rows of a call
};

/// Those of a version as it was loaded.
Findings FindingsOf(const Version& version);

}  // namespace crossdock::model

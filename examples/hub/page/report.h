#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "hub/driving/histograms.h"
#include "hub/driving/latencies.h"
#include "hub/driving/tally.h"

namespace crossdock::hub {

/// A shift that has been read, with all that is told of it.
struct Report {
  std::string title;
  std::vector<PictureFile> pictures;
  Sent sent;
  bool with_text = true;
  bool with_truth = true;
  Tally tally;
  Latencies latencies;
  std::vector<Histogram> histograms;  // the server's own metrics over the shift
};

/// Draws `folder`/index.html, with the pictures copied beside it: every picture, what was read drawn in, what was missed in red.
/// errors    kUnavailable: cannot write there
Status WritePage(const Report& report, const std::filesystem::path& folder);

}  // namespace crossdock::hub

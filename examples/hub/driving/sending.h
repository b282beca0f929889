#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "hub/driving/job_client.h"
#include "hub/driving/open_loop.h"
#include "hub/driving/picture_folder.h"
#include "hub/driving/verdict.h"

namespace crossdock::hub {

/// One picture sent and what came of it. Times in milliseconds after the moment at which it should have been sent.
struct Shot {
  std::size_t picture = 0;  // index in the folder
  double sent_ms = 0;       // how late it was sent
  double answered_ms = 0;
  std::optional<Reading> reading;
  std::string failure;             // why there is no reading
  std::optional<Verdict> verdict;  // where truth is known
  /// When the codes were known: sent late by so much, then so long in the server.
  double CodesKnownMs() const { return reading ? sent_ms + reading->codes_ms : answered_ms; }
};

/// Sends pictures of the folder in turn, over and over if the schedule has more. `told` hears each answer as it comes, one at a time.
/// Returns what was answered, in order of sending, and how long it all took.
struct Sent {
  std::vector<Shot> shots;
  double seconds = 0;
};
Sent SendPictures(std::span<const PictureFile> pictures, const Address& address, const Schedule& schedule,
                  const JobOptions& options, std::stop_token stop, const std::function<void(const Shot&)>& told);

}  // namespace crossdock::hub

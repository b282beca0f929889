#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "hub/driving/picture_folder.h"
#include "hub/driving/reading.h"
#include "hub/driving/verdict.h"
#include "load/http_client.h"

namespace crossdock::hub {

/// When to send what: `count` pictures, `rate` a second, whether or not earlier ones have been answered, as cameras do.
struct Schedule {
  int count = 0;
  double rate = 2;  // 0: the next is sent as soon as one is answered (no cameras, just through with it)
  int lanes = 32;   // requests under way at once, at most: what a server that has fallen behind may be owed
};

/// One picture sent and what came of it. Times in milliseconds after the moment at which it should have been sent, so that a server
/// that stalls cannot hide it.
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

/// What was answered, in order of sending, and how long it all took.
struct Sent {
  std::vector<Shot> shots;
  double seconds = 0;
};

/// Sends pictures of the folder in turn, over and over if the schedule has more, each as a job that is answered when codes, and lines if
/// `text`, are known. `told` hears each answer as it comes, on the caller's thread.
/// errors    those of load::PictureMessages and load::Send
Result<Sent> SendPictures(std::span<const PictureFile> pictures, const load::Address& address, const Schedule& schedule,
                          bool text, const std::stop_token& stop, const std::function<void(const Shot&)>& told);

}  // namespace crossdock::hub

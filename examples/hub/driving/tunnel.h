#pragma once

#include <chrono>
#include <stop_token>
#include <string>

#include "base/result.h"
#include "hub/drawing/tunnel.h"
#include "load/http_client.h"

namespace crossdock::hub {

/// What the server made of one parcel.
struct Passage {
  std::string state;  // "read", "conflict", "no_read"
  std::string text;   // of the code, where it was read
  std::string because;
  double after_ms = 0;          // from the first picture's arrival to the verdict
  bool neighbour_read = false;  // the other parcel's code was among what was seen
  bool late_marked = false;     // the slow camera's answer says that it came too late
  bool late_changed = false;    // and changed the verdict all the same
};

/// Sends a parcel's pictures as the cameras of a tunnel do: all but the last at once, and that one when the diverter has long decided.
/// name      of the parcel, new for each
/// deadline  of the diverter, from the first picture
/// errors    kUnavailable, kDeadlineExceeded: the connection; kInternal: what the server answers instead; kCancelled: `stop`
Result<Passage> SendThroughTunnel(load::HttpClient& client, const TunnelParcel& parcel, const std::string& name,
                                  std::chrono::milliseconds deadline, const std::stop_token& stop);

}  // namespace crossdock::hub

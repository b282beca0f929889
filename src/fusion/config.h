#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace crossdock::fusion {

/// How the pictures of one parcel, seen by many cameras, become one verdict.
struct CamerasConfig {
  int expected = 0;                       // pictures of a parcel, unless a request says how many; 0: not known
  int deadline_ms = 500;                  // from the parcel's first picture until the diverter needs the verdict
  int window_s = 60;                      // how long a name goes on meaning the same parcel
  std::vector<std::string> formats = {};  // that can name a parcel; empty: all
  std::string pattern = {};               // that the whole text of such a code matches; empty: any
  double accept = 0.95;                   // probability from which a code is the parcel's
  double middle_belief = 0.98;            // that a code in the middle of a picture is on the parcel
  double edge_belief = 0.25;              // that one at the picture's edge is
  double edge_zone = 0.15;                // where the edge ends, as a part of the picture's side
  int max_parcels = 10'000;
  /// Whether the pattern can be read, and the beliefs are in order.
  Status Validate() const;
};

template <class Visitor>
void Describe(CamerasConfig& c, Visitor& v) {
  v.Field("expected", c.expected, 0, 64,
          "pictures of a parcel, unless a request says how many; 0: not known, and verdicts come at the deadline");
  v.Field("deadline_ms", c.deadline_ms, 1, 600'000,
          "from a parcel's first picture until the diverter needs its verdict, milliseconds");
  v.Field("window_s", c.window_s, 1, 86'400,
          "how long after that a name means the same parcel: late pictures are known as such, the verdict can be asked "
          "for, seconds");
  v.Field("formats", c.formats, "symbologies whose codes can name a parcel, as replies write them; empty: all");
  v.Field("pattern", c.pattern, "regular expression that the whole text of such a code matches; empty: any text");
  v.Field("accept", c.accept, 0.5, 0.999'999, "probability from which a code is taken for the parcel's");
  v.Field("middle_belief", c.middle_belief, 0.5, 0.999'999,
          "probability that a code which is seen in the middle of a picture is on the parcel, not on its neighbour");
  v.Field("edge_belief", c.edge_belief, 0, 0.999'999, "the same for a code at the edge of a picture");
  v.Field("edge_zone", c.edge_zone, 0, 0.5,
          "how far the edge reaches in, as a part of the picture's side; the belief grows evenly over it");
  v.Field("max_parcels", c.max_parcels, 1, 10'000'000,
          "parcels that are known at once; those whose verdict is oldest make room");
}

}  // namespace crossdock::fusion

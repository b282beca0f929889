#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "hub/drawing/typesetter.h"

namespace crossdock::hub {

/// The cameras of the tunnel that a parcel runs through. The front one sees no label, and the rear one is slow.
constexpr std::array<std::string_view, 5> kTunnelCameras{"top", "left", "right", "front", "rear"};

struct TunnelPicture {
  std::string camera;
  std::vector<unsigned char> jpeg;
};

/// One parcel as all cameras see it.
struct TunnelParcel {
  std::string tracking;  // its own code, a Code 128
  std::string
      neighbour;  // the code of the parcel beside it, whose label lies in the right camera's picture, at the edge
  std::vector<TunnelPicture> pictures;  // in the order of kTunnelCameras
};

/// Draws parcel `index` of the tunnel `seed`: the same bytes every time on one machine. One thread per typesetter.
/// errors    kInvalidArgument, kInternal: a code or the JPEG could not be made
Result<TunnelParcel> DrawTunnelParcel(Typesetter& typesetter, uint64_t seed, int index);

}  // namespace crossdock::hub

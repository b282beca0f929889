#include <fmt/format.h>

#include "hub/drawing/shift.h"
#include "hub/verbs.h"

namespace crossdock::hub {

int RunDraw(const DrawOptions& options) {
  const Status drawn = DrawShift(options.seed, options.count, options.out,
                                 [&](int done) { fmt::print(stderr, "\rdrawing {} of {}", done, options.count); });
  fmt::print(stderr, "\n");
  if (!drawn) {
    fmt::print(stderr, "crossdock-hub: {}\n", drawn.error().message);
    return 1;
  }
  fmt::print("{} pictures of shift {} are in {}\n", options.count, options.seed, options.out.string());
  return 0;
}

}  // namespace crossdock::hub

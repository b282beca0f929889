#include <fmt/format.h>

#include "hub/drawing/shift.h"
#include "hub/progress.h"
#include "hub/verbs.h"

namespace crossdock::hub {

int RunDraw(const DrawOptions& options) {
  const Status drawn = DrawShift(options.seed, options.count, options.out, [&](int done) {
    ShowProgress(fmt::format("drawing {} of {} pictures", done, options.count), done == options.count);
  });
  if (!drawn) return Fail(drawn.error());
  fmt::print("{} pictures of shift {} are in {}\n", options.count, options.seed, options.out.string());
  return 0;
}

}  // namespace crossdock::hub

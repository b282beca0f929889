#include <algorithm>

#include <fmt/format.h>

#include "hub/driving/stop_signal.h"
#include "hub/narration.h"
#include "hub/progress.h"
#include "hub/verbs.h"

namespace crossdock::hub {
namespace {

/// Names the first picture that has no truth, and why.
Status RequireTruth(const std::vector<PictureFile>& pictures) {
  for (const PictureFile& picture : pictures) {
    if (picture.truth) continue;
    auto truth = ReadTruth(TruthPath(picture.path));
    if (!truth) return truth.error();
  }
  return {};
}

}  // namespace

int RunEvaluate(const EvaluateOptions& options) {
  const StopSignal stop;
  auto address = load::ParseAddress(options.address);
  if (!address) return Fail(address.error());
  auto pictures = ListPictures(options.pictures);
  if (!pictures) return Fail(pictures.error());
  if (auto complete = RequireTruth(*pictures); !complete) return Fail(complete.error());
  const bool text = !options.codes_only;
  const Schedule schedule{static_cast<int>(pictures->size()), 0, options.lanes};
  int done = 0;
  const auto sent = SendPictures(*pictures, *address, schedule, text, stop.Token(), [&](const Shot&) {
    ++done;
    ShowProgress(fmt::format("read {} of {} pictures", done, schedule.count), done == schedule.count);
  });
  if (!sent) return Fail(sent.error());
  Tally tally = TallyShots(*pictures, sent->shots);
  const auto failed =
      std::count_if(sent->shots.begin(), sent->shots.end(), [](const Shot& shot) { return !shot.reading; });
  if (options.wrong) {
    for (const Shot& shot : sent->shots) fmt::print(stderr, "{}", ToldWrong((*pictures)[shot.picture], shot));
  }
  if (options.json) {
    fmt::print("{}\n", ToJson(tally));
  } else {
    fmt::print("{}\n{} pictures, {} failed, {:.2f} s a picture\n", ToTable(tally), sent->shots.size(), failed,
               sent->seconds / static_cast<double>(std::max<std::size_t>(1, sent->shots.size())));
  }
  const Counts& all = tally.All();
  return failed > 0 || all.codes_right + all.lines_right == 0 ? 1 : 0;
}

int RunLoad(const LoadOptions& options) {
  const StopSignal stop;
  auto address = load::ParseAddress(options.address);
  if (!address) return Fail(address.error());
  auto pictures = ListPictures(options.pictures);
  if (!pictures) return Fail(pictures.error());
  const bool text = !options.codes_only;
  const Schedule schedule{std::max(1, static_cast<int>(options.rate * options.seconds)), options.rate, 64};
  const auto sent = SendPictures(*pictures, *address, schedule, text, stop.Token(), [](const Shot&) {});
  if (!sent) return Fail(sent.error());
  const Latencies latencies = Measure(sent->shots);
  if (options.json) {
    fmt::print("{}\n", ToJson(latencies, *sent));
  } else {
    fmt::print("{}\n{}\n{} pictures in {:.1f} s: {:.2f} a second, {:.2f} wanted\n", ToTable(latencies, text),
               StageTable(latencies), sent->shots.size(), sent->seconds,
               static_cast<double>(sent->shots.size()) / sent->seconds, options.rate);
  }
  return latencies.failed > 0 || sent->shots.empty() ? 1 : 0;
}

}  // namespace crossdock::hub

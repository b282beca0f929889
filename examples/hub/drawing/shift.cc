#include "hub/drawing/shift.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <optional>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <opencv2/core/utility.hpp>

#include "base/guarded.h"
#include "hub/drawing/picture.h"

namespace crossdock::hub {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDoneMark = "shift.txt";  // written last: a folder without it is half drawn

struct Outcome {
  int done = 0;
  std::optional<Error> error;
};

Status Save(const DrawnPicture& drawn, const fs::path& folder) {
  const fs::path path = folder / drawn.truth.picture;
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(drawn.jpeg.data()), static_cast<std::streamsize>(drawn.jpeg.size()));
  file.close();
  if (!file) return Error{ErrorCode::kUnavailable, "cannot write " + path.string()};
  return WriteTruth(drawn.truth, TruthPath(path));
}

Status DrawAndSave(Typesetter& typesetter, uint64_t seed, int index, const fs::path& folder) {
  auto drawn = DrawPicture(typesetter, seed, index);
  if (!drawn) return drawn.error();
  return Save(*drawn, folder);
}

/// Empties a folder that holds an earlier shift, so that two never mix; leaves any other folder's files alone.
void ClearEarlierShift(const fs::path& folder) {
  if (!fs::exists(folder / kDoneMark)) return;
  std::vector<fs::path> stale{folder / kDoneMark};
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".jpg" || entry.path().extension() == ".json") stale.push_back(entry.path());
  }
  for (const fs::path& path : stale) fs::remove(path);
}

}  // namespace

Status DrawShift(uint64_t seed, int count, const fs::path& folder, const std::function<void(int)>& progress) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure)
    return Error{ErrorCode::kUnavailable,
                 fmt::format("cannot make the folder {}: {}", folder.string(), failure.message())};
  ClearEarlierShift(folder);
  cv::setNumThreads(1);  // a picture a thread is faster than a picture in slices
  Guarded<Outcome> outcome;
  std::atomic<int> next{0};
  const auto draw = [&] {
    auto typesetter = Typesetter::Create();
    if (!typesetter) outcome.Lock()->error = typesetter.error();
    while (typesetter) {
      const int index = next.fetch_add(1);
      if (index >= count || outcome.Lock()->error) return;
      const Status drawn = DrawAndSave(**typesetter, seed, index, folder);
      auto held = outcome.Lock();
      if (!drawn) held->error = drawn.error();
      progress(++held->done);
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) threads.emplace_back(draw);
  }
  if (outcome.Lock()->error) return *outcome.Lock()->error;
  std::ofstream(folder / kDoneMark) << fmt::format("seed {}\ncount {}\n", seed, count);
  return {};
}

Status DrawShiftOnce(uint64_t seed, int count, const fs::path& folder, const std::function<void(int)>& progress) {
  std::error_code failure;
  const auto drawn = fs::last_write_time(folder / kDoneMark, failure);
  const bool there = !failure;
  const auto built = fs::last_write_time("/proc/self/exe", failure);
  if (there && !failure && drawn > built) return {};
  return DrawShift(seed, count, folder, progress);
}

}  // namespace crossdock::hub

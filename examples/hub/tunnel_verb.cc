#include <chrono>
#include <cstdio>
#include <fstream>

#include <fmt/format.h>

#include "hub/driving/stop_signal.h"
#include "hub/driving/tunnel.h"
#include "hub/progress.h"
#include "hub/verbs.h"

namespace crossdock::hub {
namespace {

struct Counts {
  int right = 0, wrong = 0, conflict = 0, no_read = 0;
  int neighbour_read = 0, late_marked = 0, late_changed = 0;
};

void Count(const TunnelParcel& parcel, const Passage& passage, Counts& counts) {
  const bool read = passage.state == "read";
  counts.right += read && passage.text == parcel.tracking ? 1 : 0;
  counts.wrong += read && passage.text != parcel.tracking ? 1 : 0;
  counts.conflict += passage.state == "conflict" ? 1 : 0;
  counts.no_read += passage.state == "no_read" ? 1 : 0;
  counts.neighbour_read += passage.neighbour_read ? 1 : 0;
  counts.late_marked += passage.late_marked ? 1 : 0;
  counts.late_changed += passage.late_changed ? 1 : 0;
}

std::string ToLine(const std::string& name, const TunnelParcel& parcel, const Passage& passage) {
  return fmt::format("{}  {:<8} {:<14} {} after {:4.0f} ms ({})  beside: {} {}  late: {}\n", name, passage.state,
                     passage.text, passage.text == parcel.tracking ? "right" : "not " + parcel.tracking,
                     passage.after_ms, passage.because, parcel.neighbour, passage.neighbour_read ? "seen" : "not seen",
                     passage.late_marked ? "marked" : "NOT MARKED");
}

std::string ToJson(const Counts& counts, int parcels) {
  return fmt::format(
      R"({{"parcels":{},"right":{},"wrong":{},"conflict":{},"no_read":{},"neighbour_read":{},"late_marked":{},"late_changed":{}}})",
      parcels, counts.right, counts.wrong, counts.conflict, counts.no_read, counts.neighbour_read, counts.late_marked,
      counts.late_changed);
}

Status Save(const TunnelParcel& parcel, const std::string& name, const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  for (const TunnelPicture& picture : parcel.pictures) {
    const auto path = folder / fmt::format("{}-{}.jpg", name, picture.camera);
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(picture.jpeg.data()), static_cast<std::streamsize>(picture.jpeg.size()));
    if (!file) return Error{ErrorCode::kUnavailable, "cannot write " + path.string()};
  }
  return {};
}

}  // namespace

int RunTunnel(const TunnelOptions& options) {
  const StopSignal stop;
  const auto address = load::ParseAddress(options.address);
  if (!address) return Fail(address.error());
  auto typesetter = Typesetter::Create();
  if (!typesetter) return Fail(typesetter.error());
  load::HttpClient client(*address);
  // Names of an earlier run may still mean its parcels.
  const auto run = std::chrono::system_clock::now().time_since_epoch().count();
  Counts counts;
  for (int index = 0; index < options.parcels; ++index) {
    const auto parcel = DrawTunnelParcel(**typesetter, options.seed, index);
    if (!parcel) return Fail(parcel.error());
    const std::string name = fmt::format("tunnel-{}-{:03}", options.seed, index);
    if (!options.out.empty()) {
      if (Status saved = Save(*parcel, name, options.out); !saved) return Fail(saved.error());
    }
    const auto passage = SendThroughTunnel(client, *parcel, fmt::format("{}-{}", name, run),
                                           std::chrono::milliseconds(options.verdict_ms), stop.Token());
    if (!passage) return Fail(passage.error());
    Count(*parcel, *passage, counts);
    if (!options.json) fmt::print("{}", ToLine(name, *parcel, *passage));
    std::fflush(stdout);
  }
  if (options.json) {
    fmt::print("{}\n", ToJson(counts, options.parcels));
  } else {
    fmt::print(
        "{} parcels: {} right, {} wrong, {} conflict, {} not read; another parcel's code in view of {}; late {} "
        "marked, {} changed a verdict\n",
        options.parcels, counts.right, counts.wrong, counts.conflict, counts.no_read, counts.neighbour_read,
        counts.late_marked, counts.late_changed);
  }
  const bool good = counts.wrong == 0 && counts.late_changed == 0 && counts.late_marked == options.parcels;
  return good && counts.right > 0 ? 0 : 1;
}

}  // namespace crossdock::hub

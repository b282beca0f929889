#include "app/api/sighting.h"

#include <algorithm>
#include <charconv>
#include <string>

#include <fmt/format.h>

#include "app/api/parcel_submission.h"
#include "fusion/parcel.h"

namespace crossdock::app {
namespace {

using fusion::Sighting;

constexpr size_t kLongestWord = 255;
constexpr int kLongestVerdictMs = 600'000;

Status ReadWord(const Parameter& p, std::string& word) {
  const bool printable =
      std::all_of(p.value.begin(), p.value.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x20; });
  if (p.value.empty() || p.value.size() > kLongestWord || !printable)
    return InvalidArgument(p.field, fmt::format("a name is 1 to {} bytes without control characters", kLongestWord));
  word = p.value;
  return {};
}

Status ReadNumber(const Parameter& p, int most, int& number) {
  const char* end = p.value.data() + p.value.size();
  const auto [at, error] = std::from_chars(p.value.data(), end, number);
  if (error != std::errc{} || at != end || number < 1 || number > most)
    return InvalidArgument(p.field, fmt::format("\"{}\" is no whole number from 1 to {}", p.value, most));
  return {};
}

Status ReadCameras(const Parameter& p, Sighting& sighting) {
  return ReadNumber(p, static_cast<int>(fusion::kMostViews), sighting.cameras);
}

Status ReadVerdictMs(const Parameter& p, Sighting& sighting) {
  int ms = 0;
  if (Status read = ReadNumber(p, kLongestVerdictMs, ms); !read) return read;
  sighting.verdict_within = std::chrono::milliseconds(ms);
  return {};
}

Status ReadCamera(const Parameter& p, Sighting& sighting) { return ReadWord(p, sighting.names.emplace_back()); }

Status ReadParcel(const Parameter& p, Sighting& sighting) { return ReadWord(p, sighting.parcel); }

/// Every word on a parcel: its name in a query or a form, its header, and who reads it.
constexpr struct {
  const char* name;
  const char* header;
  Status (*read)(const Parameter&, Sighting&);
} kWords[] = {{"parcel", "X-Crossdock-Parcel", ReadParcel},
              {"cameras", "X-Crossdock-Cameras", ReadCameras},
              {"camera", "X-Crossdock-Camera", ReadCamera},
              {"verdict_ms", "X-Crossdock-Verdict-Ms", ReadVerdictMs}};

}  // namespace

Result<Sighting> ReadSighting(const net::http::Request& request) {
  Sighting sighting;
  sighting.arrived = request.received;
  for (const auto& word : kWords) {
    const auto parameter = FindParameter(request, word.name, word.header);
    if (!parameter) continue;
    if (Status read = word.read(*parameter, sighting); !read) return read.error();
  }
  return sighting;
}

Result<bool> ReadSightingPart(const net::http::FormPart& part, Sighting& sighting) {
  for (const auto& word : kWords) {
    if (part.name != word.name) continue;
    if (Status read = word.read({std::string(part.text()), part.name}, sighting); !read) return read.error();
    return true;
  }
  return false;
}

}  // namespace crossdock::app

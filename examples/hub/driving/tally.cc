#include "hub/driving/tally.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace crossdock::hub {
namespace {

std::vector<Tally::Group> GroupsOf(const PictureTruth& truth) {
  const Stratum& stratum = truth.stratum;
  return {{"stratum", Name(stratum)},
          {"light and weather", fmt::format("{}/{}", Name(stratum.light), Name(stratum.weather))},
          {"shape", std::string(Name(truth.shape))},
          {"all", "all"}};
}

std::string Share(int right, int total) { return fmt::format("{}/{} {:6.2f} %", right, total, Percent(right, total)); }

}  // namespace

double Percent(int right, int total) { return total == 0 ? 100.0 : 100.0 * right / total; }

void Tally::Add(const PictureTruth& truth, const Verdict& verdict) {
  for (const Group& group : GroupsOf(truth)) {
    Counts& counts = groups_[group];
    counts.pictures += 1;
    counts.codes_total += static_cast<int>(truth.codes.size());
    counts.codes_right += verdict.CodesRight();
    counts.codes_wrong += static_cast<int>(verdict.wrong_codes.size());
    for (std::size_t i = 0; i < truth.lines.size(); ++i) {
      const bool right = verdict.lines[i].read.has_value();
      const bool large = truth.lines[i].letter_px >= kLargeLetterPx;
      counts.lines_total += 1;
      counts.lines_right += right;
      counts.lines_with_spaces += verdict.lines[i].spaces_too;
      counts.large_total += large;
      counts.large_right += large && right;
    }
  }
}

Tally TallyShots(std::span<const PictureFile> pictures, std::span<const Shot> shots) {
  Tally tally;
  for (const Shot& shot : shots) {
    const auto& truth = pictures[shot.picture].truth;
    if (truth) tally.Add(*truth, shot.verdict ? *shot.verdict : Judge(*truth, Reading{}));
  }
  return tally;
}

std::string ToTable(const Tally& tally) {
  constexpr const char* kRow = "{:18} {:14} {:>8} {:>18} {:>6} {:>20} {:>20} {:>12}\n";
  std::string table =
      fmt::format(kRow, "", "", "pictures", "codes read", "wrong", "lines exact", "of 20 px and more", "spaces too");
  for (const auto& [group, counts] : tally.Groups()) {
    table +=
        fmt::format(kRow, group.first, group.second, counts.pictures, Share(counts.codes_right, counts.codes_total),
                    counts.codes_wrong, Share(counts.lines_right, counts.lines_total),
                    Share(counts.large_right, counts.large_total), counts.lines_with_spaces);
  }
  return table;
}

std::string ToJson(const Tally& tally) {
  auto rows = nlohmann::ordered_json::array();
  for (const auto& [group, counts] : tally.Groups()) {
    rows.push_back({{"kind", group.first},
                    {"name", group.second},
                    {"pictures", counts.pictures},
                    {"codes_right", counts.codes_right},
                    {"codes_total", counts.codes_total},
                    {"codes_wrong", counts.codes_wrong},
                    {"lines_right", counts.lines_right},
                    {"lines_total", counts.lines_total},
                    {"large_right", counts.large_right},
                    {"large_total", counts.large_total},
                    {"lines_with_spaces", counts.lines_with_spaces}});
  }
  return rows.dump(1);
}

}  // namespace crossdock::hub

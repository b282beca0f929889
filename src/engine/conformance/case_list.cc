#include "engine/conformance/case_list.h"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

namespace crossdock::engine::conformance {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> SortedEntries(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code ec;
  for (fs::directory_iterator entry(folder, ec), end; !ec && entry != end; entry.increment(ec))
    entries.push_back(entry->path());
  std::sort(entries.begin(), entries.end());
  return entries;
}

/// input_0.pb, input_1.pb, … as far as they go.
std::vector<fs::path> Numbered(const fs::path& folder, const char* prefix) {
  std::vector<fs::path> files;
  while (fs::exists(folder / fmt::format("{}_{}.pb", prefix, files.size()))) {
    files.push_back(folder / fmt::format("{}_{}.pb", prefix, files.size()));
  }
  return files;
}

}  // namespace

std::vector<Case> FindTestdata(const fs::path& folder) {
  std::vector<Case> cases;
  for (const fs::path& set : SortedEntries(folder)) {
    for (const fs::path& test : SortedEntries(set)) {
      if (!fs::exists(test / "model.onnx")) continue;
      Case found{set.filename().string() + "/" + test.filename().string(), test / "model.onnx", {}, false};
      for (const fs::path& data : SortedEntries(test)) {
        if (data.filename().string().starts_with("test_data_set_"))
          found.data.push_back({Numbered(data, "input"), Numbered(data, "output")});
      }
      if (!found.data.empty()) cases.push_back(std::move(found));
    }
  }
  return cases;
}

std::vector<Case> FindLightModels(const fs::path& folder) {
  std::vector<Case> cases;
  for (const fs::path& file : SortedEntries(folder)) {
    if (file.extension() != ".onnx") continue;
    const std::string name = file.stem().string();
    cases.push_back({"light/" + name, file, {DataSet{{}, {folder / (name + "_output_0.pb")}}}, true});
  }
  return cases;
}

}  // namespace crossdock::engine::conformance

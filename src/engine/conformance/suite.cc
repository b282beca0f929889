#include "engine/conformance/suite.h"

#include <utility>

#include <fmt/format.h>

namespace crossdock::engine::conformance {

Result<Suite> Suite::Create(const std::string& runtime, const Places& places) {
  auto opened = OpenRuntime(runtime);
  if (!opened) return opened.error();
  auto skips = ReadSkipList(places.skips / fmt::format("skips.{}.txt", runtime));
  if (!skips) return skips.error();
  std::vector<Case> cases = FindTestdata(places.testdata);
  for (Case& light : FindLightModels(places.light)) cases.push_back(std::move(light));
  if (cases.empty())
    return Error{ErrorCode::kNotFound,
                 fmt::format("no test data in {} nor {}", places.testdata.string(), places.light.string())};
  Load bare = runtime == "onnxruntime" ? ThroughBareOnnxRuntime() : ThroughBareOpenVino();
  return Suite(runtime, std::move(cases), *std::move(skips), ThroughPlugin(**opened), std::move(bare));
}

Status Suite::Check(const Case& test) {
  const Status ours = RunCase(test, plugin_);
  const Status bare = RunCase(test, bare_);
  passed_ += ours ? 1 : 0;
  bare_passed_ += bare ? 1 : 0;
  both_passed_ += ours && bare ? 1 : 0;
  if (ours && !bare) only_plugin_passes_[test.name] = bare.error().message;
  if (bare && !ours) only_bare_passes_.push_back(test.name);
  const bool listed = skips_.contains(test.name);
  if (ours) {
    if (listed) listed_but_passing_.push_back(test.name);
    return {};
  }
  (listed ? skipped_ : failed_)[test.name] = ours.error().message;
  return listed ? Status() : ours;
}

double Suite::PartOfBare() const { return bare_passed_ == 0 ? 1.0 : static_cast<double>(both_passed_) / bare_passed_; }

void Suite::PrintReport(std::ostream& out) const {
  out << fmt::format(
      "\n{}: {} cases, {} passed, {} skipped, {} failed; the bare runtime passes {}, of which we pass {} ({:.1f} %)\n",
      runtime_, static_cast<size_t>(passed_) + skipped_.size() + failed_.size(), passed_, skipped_.size(),
      failed_.size(), bare_passed_, both_passed_, 100 * PartOfBare());
  for (const auto& [name, error] : failed_) out << fmt::format("  failed  {}: {}\n", name, Shorten(error));
  for (const auto& [name, error] : skipped_) out << fmt::format("  skipped {}: {}\n", name, Shorten(error));
  for (const auto& [name, error] : only_plugin_passes_)
    out << fmt::format("  only through the plug-in passes {}: {}\n", name, Shorten(error));
  for (const auto& name : only_bare_passes_) out << fmt::format("  the bare runtime alone passes {}\n", name);
  for (const auto& name : listed_but_passing_)
    out << fmt::format("  listed, but passes: {} (take it off the list)\n", name);
}

void Suite::WriteSkips(std::ostream& out) const {
  for (const auto* list : {&failed_, &skipped_}) {
    for (const auto& [name, error] : *list) out << name << '\t' << Shorten(error) << '\n';
  }
}

}  // namespace crossdock::engine::conformance

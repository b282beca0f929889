#pragma once

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "engine/conformance/case_list.h"
#include "engine/conformance/run_case.h"
#include "engine/conformance/skip_list.h"

namespace crossdock::engine::conformance {

/// Where the suite finds things; the build says it.
struct Places {
  std::filesystem::path testdata;
  std::filesystem::path light;
  std::filesystem::path skips;  // folder with skips.<runtime>.txt
};

/// One runtime against every case: through the plug-in and, side by side, through the vendor's interface alone.
class Suite {
 public:
  static Result<Suite> Create(const std::string& runtime, const Places& places);

  const std::vector<Case>& cases() const { return cases_; }
  /// Runs a case both ways and remembers the outcome.
  /// errors  it fails and is not listed
  Status Check(const Case& test);
  /// Passed, failed and skipped, each with its reasons, and how that compares with the bare runtime.
  void PrintReport(std::ostream& out) const;
  /// Passed, as a part of what the bare runtime passes.
  double PartOfBare() const;
  /// The failures seen as a skip list.
  void WriteSkips(std::ostream& out) const;

 private:
  Suite(std::string runtime, std::vector<Case> cases, SkipList skips, Load plugin, Load bare)
      : runtime_(std::move(runtime)),
        cases_(std::move(cases)),
        skips_(std::move(skips)),
        plugin_(std::move(plugin)),
        bare_(std::move(bare)) {}

  std::string runtime_;
  std::vector<Case> cases_;
  SkipList skips_;
  Load plugin_;
  Load bare_;
  int passed_ = 0;
  int bare_passed_ = 0;
  int both_passed_ = 0;
  std::map<std::string, std::string> failed_;   // not listed
  std::map<std::string, std::string> skipped_;  // listed
  std::vector<std::string> listed_but_passing_;
  std::vector<std::string> only_bare_passes_;
  std::map<std::string, std::string> only_plugin_passes_;  // with the bare runtime's error
};

}  // namespace crossdock::engine::conformance

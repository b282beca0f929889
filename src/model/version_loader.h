#pragma once

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "model/graveyard.h"
#include "model/load_version.h"
#include "model/repository.h"
#include "model/version_table.h"

namespace crossdock::model {

/// Loads versions and puts them into service in the place of what serves. At the start LoadOne may be called from several threads; later one call at a time.
class VersionLoader {
 public:
  using Load = std::function<Result<std::unique_ptr<const Version>>(
      const FoundVersion&, const std::function<void()>& warming, std::stop_token)>;
  struct Options {
    Load load = LoadVersion;
    int loading_nice = 0;  // of the calling thread and those it starts, while others serve
    int serving_nice = 0;  // of threads that a runtime has started meanwhile, afterwards
  };
  /// Whether others serve meanwhile: then loading yields to them, and must fit to what it replaces.
  enum class When { kStart, kLive };

  VersionLoader(Options options, VersionTable& table) : options_(std::move(options)), table_(table) {}

  /// Makes these, all of one model, the versions that serve. What serves goes on until its successors are ready, for good if one of them
  /// fails; versions whose files are those that serve already are left alone.
  /// errors  the first failure; the table tells of each
  Status LoadModel(const std::string& name, std::span<const FoundVersion> versions, When when, std::stop_token stop);
  /// One version. errors  what LoadVersion says; kUnavailable: its files changed meanwhile; kInvalidArgument: it would break its callers
  Status LoadOne(const FoundVersion& found, When when, std::stop_token stop);

 private:
  Result<std::unique_ptr<const Version>> LoadAside(const FoundVersion& found, When when, std::stop_token stop);
  Status CheckAgainstLive(const Version& next) const;
  bool Unchanged(const FoundVersion& found) const;

  const Options options_;
  VersionTable& table_;
  const std::shared_ptr<Graveyard> graveyard_ = std::make_shared<Graveyard>();
};

}  // namespace crossdock::model

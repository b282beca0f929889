#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/bounded_queue.h"
#include "base/guarded.h"
#include "base/unique_function.h"
#include "model/catalog.h"
#include "model/load_version.h"
#include "model/repository.h"

namespace crossdock::model {

/// The models of one server: from a repository on disk and from its configuration. At the start several load side by side, the most
/// urgent first; later a thread of its own loads them one after the other, and another unloads what nobody holds any more. Requests only
/// read a snapshot. Models of `load: idle` wait until Load is called for them.
class LocalCatalog final : public Catalog {
 public:
  using Loader = std::function<Result<std::unique_ptr<const Version>>(
      const FoundVersion&, const std::function<void()>& warming, std::stop_token)>;
  struct Options {
    std::filesystem::path repository;      // empty: none
    std::vector<FoundVersion> configured;  // beside the repository's; these must all be ready before the server is
    Loader load = LoadVersion;
    int at_once = 1;  // versions that load side by side at the start
  };
  /// Starts loading at once. errors  kNotFound: no such repository
  static Result<std::unique_ptr<LocalCatalog>> Create(Options options);
  ~LocalCatalog() override;

  Result<Pin> Find(std::string_view name, std::optional<int> version) const override;
  std::vector<VersionStatus> List() const override;

  /// Whether everything that was asked for at the start has ended, well or badly.
  bool settled() const { return settled_; }
  /// Settled, every configured model of the start serves, and, if there are models at all, at least one of them.
  bool ready() const;
  /// Blocks until settled or `stop`.
  void WaitSettled(std::stop_token stop);

  /// Loads what the repository or the configuration holds under this name; `done` is called from the loading thread. A version that
  /// serves goes on until its successor is ready, stays if that fails (`done` is told why), and is left alone if its files are the same.
  using Done = UniqueFunction<void(Status)>;
  void Load(std::string name, Done done);
  /// Takes a model out of service; requests that hold it finish.
  void Unload(std::string name, Done done);
  /// Models of the start that wait for an idle moment, in the order in which they should be loaded.
  const std::vector<std::string>& waiting_for_idle() const { return waiting_for_idle_; }

 private:
  struct Entry {
    VersionStatus status;
    Pin pin;
    std::string stamp = {};  // of the files that `pin` came from
  };
  using Models = std::map<std::string, std::map<int, Entry>, std::less<>>;
  using Snapshot = std::shared_ptr<const Models>;
  class Graveyard;

  explicit LocalCatalog(Options options);
  void Loop(std::stop_token stop);
  Status LoadOne(const FoundVersion& found, std::stop_token stop);
  bool Unchanged(const FoundVersion& found) const;
  Status LoadNamed(const std::string& name, std::stop_token stop);
  Result<std::vector<FoundVersion>> FindNamed(const std::string& name) const;
  /// Replaces the snapshot by a changed copy.
  void Change(const std::function<void(Models&)>& change);
  void SetState(const VersionId& id, VersionState state, std::string reason);

  const Options options_;
  std::vector<std::string> waiting_for_idle_;  // filled by Create
  Guarded<int> changes_{0};                    // held by whoever replaces the snapshot
  std::atomic<Snapshot> snapshot_;
  std::atomic<bool> settled_ = false;
  Guarded<bool> settled_signal_{false};
  std::condition_variable_any settled_changed_;
  std::shared_ptr<Graveyard> graveyard_;
  BoundedQueue<UniqueFunction<void(std::stop_token)>> work_{1024};
  std::jthread thread_;  // last
};

}  // namespace crossdock::model

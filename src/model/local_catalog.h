#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/bounded_queue.h"
#include "base/clock.h"
#include "base/guarded.h"
#include "base/unique_function.h"
#include "model/catalog.h"
#include "model/repository.h"
#include "model/repository_watch.h"
#include "model/version_loader.h"
#include "model/version_table.h"

namespace crossdock::model {

/// The models of one server: from a repository on disk and from its configuration. At the start several load side by side, the most
/// urgent first; later a thread of its own loads and unloads them one after the other. Requests only read a snapshot. Models of
/// `load: idle` wait until Load is called for them.
class LocalCatalog final : public Catalog {
 public:
  struct Options {
    std::filesystem::path repository;      // empty: none
    std::vector<FoundVersion> configured;  // beside the repository's; these must all be ready before the server is
    VersionLoader::Options loading = {};
    int at_once = 1;                            // versions that load side by side at the start
    std::chrono::milliseconds watch_period{0};  // how often the files are looked at; 0: never
    Clock* clock = nullptr;                     // of the watch, which needs one; outlives the catalogue
  };
  /// Starts loading at once. errors  kNotFound: no such repository
  static Result<std::unique_ptr<LocalCatalog>> Create(Options options);
  ~LocalCatalog() override;

  Result<Pin> Find(std::string_view name, std::optional<int> version) const override {
    return table_.Find(name, version);
  }
  std::vector<VersionStatus> List() const override { return table_.List(); }

  /// Whether everything that was asked for at the start has ended, well or badly.
  bool settled() const { return settled_; }
  /// Settled, every configured model of the start serves, and, if there are models at all, at least one of them. A model that was configured later
  /// counts once it has served.
  bool ready() const;
  /// Blocks until settled or `stop`.
  void WaitSettled(std::stop_token stop);
  /// Begins no more work, and waits for what is under way, since a load cannot be interrupted in the middle of a runtime. Whether it has
  /// ended; if not, the destructor waits on.
  bool Stop(std::chrono::milliseconds within);

  /// Loads what the repository or the configuration holds under this name; `done` is called from the loading thread. A version that
  /// serves goes on until its successor is ready, stays if that fails (`done` is told why), and is left alone if its files are the same.
  using Done = UniqueFunction<void(Status)>;
  void Load(std::string name, Done done);
  /// Takes a model out of service, until its files change or it is loaded again; requests that hold it finish.
  void Unload(std::string name, Done done);
  /// Makes everything as a fresh start would with these configured models, but for what serves now: it goes on until its successor is
  /// ready. `done` is told the first failure.
  void Reload(std::vector<FoundVersion> configured, Done done);
  /// Models of the start that wait for an idle moment, in the order in which they should be loaded.
  const std::vector<std::string>& waiting_for_idle() const { return waiting_for_idle_; }

 private:
  using Job = UniqueFunction<void(std::stop_token)>;
  using Names = std::set<std::string, std::less<>>;

  explicit LocalCatalog(Options options);
  void Loop(std::stop_token stop);
  /// Takes those that wait for an idle moment out of the versions, and notes them.
  void SetAside(std::vector<FoundVersion>& versions);
  void Start(const std::vector<FoundVersion>& versions, const std::stop_token& stop);
  void Watch(Inventory known, const Options& options);
  Result<Found> Scan() const;
  Names RepositorysOwn() const;
  Status Bring(const std::string& name, const Found& found, std::stop_token stop);
  Status LoadNamed(const std::string& name, std::stop_token stop);
  Status ReloadAll(std::stop_token stop);
  Status BringAll(const std::vector<std::string>& names, std::stop_token stop);
  void RequireWhatServes();

  const std::filesystem::path repository_;
  std::atomic<std::shared_ptr<const std::vector<FoundVersion>>> configured_;
  std::atomic<std::shared_ptr<const Names>> required_;  // for being ready
  const int at_once_;
  std::vector<std::string> waiting_for_idle_;  // filled by Create
  VersionTable table_;
  VersionLoader loader_;
  std::atomic<bool> settled_ = false;
  Guarded<bool> settled_signal_{false};
  std::condition_variable_any settled_changed_;
  Guarded<bool> ended_{false};  // the thread's loop
  std::condition_variable_any ended_changed_;
  BoundedQueue<Job> work_{1024};
  std::jthread thread_;
  std::optional<RepositoryWatch> watch_;  // last: it gives orders to the thread
};

}  // namespace crossdock::model

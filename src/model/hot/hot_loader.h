#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "model/hot/cache_folder.h"
#include "model/hot/kept_load.h"
#include "model/load_version.h"

namespace crossdock::model {

/// Loads versions as LoadVersion does, and keeps what that took time to find out: the next load of the same model, options, runtime,
/// processor and build is a hot one. Nothing of the folder is needed: whatever is wrong with it makes a load a cold one. Any thread.
class HotLoader {
 public:
  /// What became of one entry, for metrics.
  enum class Event {
    kHot,        // used
    kMissing,    // none there: a cold load
    kStale,      // one of other bytes, runtime, processor or build: a cold load
    kDamaged,    // dropped: its checksum or form
    kRefused,    // dropped: the runtime does not take it, or the model fails on it
    kSlower,     // dropped: slower than the file itself
    kKept,       // written, with the runtime's form
    kKeptFacts,  // written without it: it would not pay, or the runtime has none
    kNotKept,    // could not be written
    kEvicted,    // taken away for room or by its successor
  };
  static const char* Name(Event event);
  using Tell = std::function<void(const std::string& model, Event event)>;

  HotLoader(std::unique_ptr<CacheFolder> folder, Tell tell) : folder_(std::move(folder)), tell_(std::move(tell)) {}

  Result<std::unique_ptr<const Version>> Load(const FoundVersion& found, const std::function<void()>& warming,
                                              std::stop_token stop) const;
  /// Bytes of all entries.
  int64_t bytes() const { return folder_->bytes(); }

 private:
  struct Found;  // an entry, read and checked
  struct Task;   // one load under way
  std::optional<Found> Find(const Task& task) const;
  Result<std::unique_ptr<const Version>> LoadHot(const Task& task, const Found& entry) const;
  Result<std::unique_ptr<const Version>> LoadCold(const Task& task) const;
  void Keep(const Task& task, const Version& version, const std::filesystem::path& draft, std::string without_it) const;
  void Drop(const Task& task, Event event, const std::string& why) const;
  void Say(const Task& task, Event event, const std::string& why) const;

  const std::unique_ptr<CacheFolder> folder_;
  const Tell tell_;
};

}  // namespace crossdock::model

#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/guarded.h"
#include "base/result.h"
#include "base/unique_function.h"
#include "fusion/config.h"
#include "fusion/parcel.h"
#include "fusion/parcel_codes.h"
#include "fusion/verdict.h"

namespace crossdock::fusion {

/// Which parcel: its name, among those of the same sender.
struct ParcelId {
  std::string tenant;
  std::string name;
};

/// What can be said of a parcel at one moment.
struct ParcelView {
  std::string parcel;
  std::shared_ptr<const Verdict> verdict;  // null: open
  std::vector<Parcel::Seen> seen;          // the late ones, too
  int expected = 0;
  Nanos deadline{0};  // from the first picture's arrival
};

/// The parcels that are under the cameras, or were not long ago. Each gets its verdict once, in time. Any thread; nothing blocks, and
/// nobody is told with the lock held.
class ParcelTable {
 public:
  struct Observer {
    std::function<void(const Verdict&)> decided;
    std::function<void(bool past_deadline)> late;  // a picture came after the verdict
  };
  /// `config` has passed Validate(). The clock outlives the table.
  ParcelTable(const CamerasConfig& config, Clock& clock, Observer observer);
  ~ParcelTable() { Stop(); }

  /// A picture, or several, of this parcel have been accepted, and will be reported. Opens the parcel at its first one; its time begins with
  /// that one's arrival. One whose time is over already is not opened.
  /// errors  kResourceExhausted: no parcel that has its verdict can make room, or this one has too many pictures (`parcel`)
  Status Expect(const ParcelId& id, const Sighting& sighting, size_t pictures);

  using Tell = UniqueFunction<void(const Share&)>;
  /// The codes of a job's pictures are known; those that cannot name a parcel are passed over. `tell` is called once, with the verdict: now, or when it is given.
  void Report(const ParcelId& id, std::vector<View> views, Tell tell);

  /// `tell` is called once: with the verdict, or at `until` with what there is.
  /// errors  kNotFound: never seen, or forgotten
  using TellView = UniqueFunction<void(Result<ParcelView>)>;
  void Wait(const ParcelId& id, TimePoint until, TellView tell);

  struct Load {
    size_t open = 0;
    size_t known = 0;
  };
  Load load();

  /// Tells whoever still waits that there is no verdict. Once or more.
  void Stop();

 private:
  struct Waiter {
    TimePoint until;
    TellView tell;
  };
  struct Entry {
    ParcelId id;
    Parcel parcel;
    size_t announced = 0;  // pictures
    std::vector<std::pair<Share, Tell>> tells = {};
    std::vector<Waiter> waiters = {};
    bool told = false;  // its verdict has been told
  };
  struct State {
    std::unordered_map<std::string, Entry> parcels;
    std::multimap<TimePoint, std::string> alarms;   // deadlines, ends of waits, and ends of names
    std::multimap<TimePoint, std::string> decided;  // by deadline: the oldest make room
    bool stopped = false;
  };
  /// What is to be told once the lock is given up.
  struct News {
    std::shared_ptr<const Verdict> decided = {};
    std::vector<std::pair<Share, Tell>> tells = {};
    std::vector<TellView> views = {};
    ParcelView view = {};
  };

  static ParcelView ViewOf(const Entry& entry);
  TimePoint ForgetAt(const Entry& entry) const;
  static bool MakeRoom(State& state);
  static void Erase(State& state, const std::string& key);
  void SetAlarm(State& state, TimePoint when, const std::string& key);
  /// Takes what has become due, of a parcel that was given time.
  News Take(State& state, const std::string& key, Entry& entry, TimePoint now);
  void Publish(News news) const;
  void KeepTime(const std::stop_token& stop);

  const CamerasConfig config_;
  const VoteRules rules_;
  const ParcelCodes codes_;
  Clock& clock_;
  const Observer observer_;
  Guarded<State> state_;
  std::condition_variable_any timer_;
  std::jthread timer_thread_;  // last
};

}  // namespace crossdock::fusion

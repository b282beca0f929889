#pragma once

#include <memory>

#include "base/clock.h"
#include "base/guarded.h"
#include "base/result.h"
#include "base/tier.h"
#include "schedule/work_line.h"

namespace crossdock::pipeline {

/// The pictures that wait for one part of the pipeline (codes, text) or are in it: asked before a picture is decoded. Any thread.
class PictureLine {
 public:
  /// A picture's place; giving it up, in whatever state, is its destructor.
  class Place {
   public:
    Place(std::shared_ptr<Guarded<schedule::WorkLine>> line, Tier tier, TimePoint due)
        : line_(std::move(line)), tier_(tier), due_(due) {}
    ~Place();
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    /// It waits no longer. One thread at a time, as Done.
    void Begin();
    /// It is through, and cost so much thread time: teaches what the next ones will.
    void Done(Nanos cost);

   private:
    const std::shared_ptr<Guarded<schedule::WorkLine>> line_;
    const Tier tier_;
    const TimePoint due_;
    bool begun_ = false;
    bool left_ = false;
  };

  /// threads, at_once: as of schedule::WorkLine.
  PictureLine(int threads, int at_once)
      : line_(std::make_shared<Guarded<schedule::WorkLine>>(schedule::WorkLine(threads, at_once))) {}

  /// Whether so many pictures could be through by `due`. Asked for all pictures of a job before any takes its place.
  /// errors  as schedule::Judge
  Status Ask(TimePoint now, Tier tier, TimePoint due, int pictures) const;
  std::shared_ptr<Place> Take(Tier tier, TimePoint due);

 private:
  std::shared_ptr<Guarded<schedule::WorkLine>> line_;  // shared with places, which may outlive it
};

}  // namespace crossdock::pipeline

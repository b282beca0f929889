#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

/// What many cameras saw of one parcel, and what is concluded from it. Plain values: no locks, threads or clock reads.
namespace crossdock::fusion {

/// A code as one picture shows it.
struct Read {
  std::string text;
  std::string format;     // "Code 128"
  double confidence = 0;  // probability that the text is right, as counted
  /// Distance of the code's middle from the nearest side of the picture, in parts of that direction's length: 0 at the edge, 0.5 in the middle.
  double inside = 0.5;
};

/// One picture of the parcel.
struct View {
  std::string job;
  int picture = 0;                  // of that job
  std::string camera = {};          // who took it, where it was said: pictures of one camera have one voice
  Nanos after{0};                   // when its codes were known, from the arrival of the parcel's first picture
  std::optional<Error> error = {};  // it could not be read
  std::vector<Read> reads = {};
};

enum class State {
  kOpen,      // pictures may still count
  kRead,      // the parcel's code is known
  kConflict,  // codes were read, and more than one may be the parcel's
  kNoRead,    // nothing was read, or nothing that can be believed
  kUnknown,   // the verdict was given where it is not remembered: before a restart
};
const char* Name(State state);
std::optional<State> ParseState(std::string_view name);

/// What ended the wait for further pictures.
enum class Because {
  kAllSeen,   // all expected pictures were in
  kSettled,   // no picture that was missing could have changed it
  kDeadline,  // the diverter could not wait
};
const char* Name(Because because);
std::optional<Because> ParseBecause(std::string_view name);

/// A view's part in a candidate.
struct Support {
  int view = 0;  // index among the verdict's views
  std::string format;
  double confidence = 0;
  double belief = 0;  // that a code seen there is on this parcel
};

/// A text that may be the parcel's.
struct Candidate {
  std::string text;
  double probability = 0;  // that it is the parcel's
  int cameras = 0;         // that saw it
  std::vector<Support> supports = {};
};

/// Given once, and never changed.
struct Verdict {
  State state = State::kNoRead;
  Because because = Because::kDeadline;
  std::vector<Candidate> candidates;  // the most probable first; of kRead it is the parcel's
  std::vector<View> views;            // that counted; without their reads, which the candidates show
  int expected = 0;                   // pictures; 0: not known
  Nanos after{0};                     // from the first picture's arrival
  Nanos deadline{0};                  // the same for the diverter's
};

/// How one picture stands to its parcel's verdict.
struct Share {
  std::string parcel;
  bool late = false;                            // its codes came after the verdict, which they did not change
  bool past_deadline = false;                   // after the diverter's deadline, too
  std::shared_ptr<const Verdict> verdict = {};  // null: open still, or unknown
  bool unknown = false;
  State state() const { return verdict ? verdict->state : unknown ? State::kUnknown : State::kOpen; }
};

/// What the sender of a picture says of its parcel.
struct Sighting {
  std::string parcel = {};                   // its name in the tunnel; empty: the picture is on its own
  int cameras = 0;                           // pictures of it to expect; 0: as configured
  std::vector<std::string> names = {};       // of the cameras, one for each picture; empty: not said
  std::optional<Nanos> verdict_within = {};  // from arrival to the diverter's deadline; nothing: as configured
  TimePoint arrived = {};
};

}  // namespace crossdock::fusion

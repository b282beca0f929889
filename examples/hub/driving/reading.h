#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "hub/drawing/geometry.h"

namespace crossdock::hub {

struct CodeRead {
  std::string text;
  std::string format;
  double confidence = 0;
  std::string path;  // "plain", or the rescue that found it
  Quad corners{};
};

struct LineRead {
  std::string text;
  double confidence = 0;
  Quad corners{};
};

struct StageTimes {
  std::string stage;
  double wait_ms = 0;
  double run_ms = 0;
};

/// What the server made of one picture.
struct Reading {
  std::string state;  // "done", "running", "failed"
  int width = 0;
  int height = 0;
  std::vector<CodeRead> codes;
  std::vector<LineRead> lines;
  double codes_ms = 0;  // from the server's receipt until all codes were known
  double total_ms = 0;
  std::vector<StageTimes> stages;
  std::string problem;  // what the server says went wrong with the picture or its text; empty: nothing
  /// The plain read found nothing, and the server searched on.
  bool WasRescued() const;
};

/// Reads the JSON of a parcel job.
/// errors    kInvalidArgument: not such JSON
Result<Reading> ParseReading(std::string_view json);

}  // namespace crossdock::hub

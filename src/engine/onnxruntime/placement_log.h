#pragma once

#include <string>
#include <vector>

#include <onnxruntime_cxx_api.h>

#include "base/guarded.h"
#include "engine/engine.h"

namespace crossdock::engine::onnxruntime {

/// Learns where the nodes of one session went. This version of the vendor's interface tells it nowhere but in its verbose log, so
/// the log is read while the session is made; afterwards, and for anything from "warning" up, lines go to our log as usual.
class PlacementLog {
 public:
  /// Attaches itself to a session to be made; outlives it.
  void Attach(Ort::SessionOptions& options);
  /// The session is made: no more reading.
  void Finish();
  /// Node counts by provider; those of a provider that was not asked for first are a fallback.
  std::vector<NodePlacement> Placements(const std::vector<ProviderOption>& asked);

  /// One line of the vendor's log: "… placed on [CPUExecutionProvider]. Number of nodes: 12".
  void Read(std::string_view line);

 private:
  static void ORT_API_CALL OnLine(void* self, OrtLoggingLevel severity, const char* category, const char* logger,
                                  const char* location, const char* message);
  struct State {
    bool finished = false;
    std::vector<NodePlacement> placements;
  };
  Guarded<State> state_;
};

}  // namespace crossdock::engine::onnxruntime

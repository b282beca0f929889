#pragma once

#include <memory>
#include <vector>

#include <onnxruntime_cxx_api.h>

#include "engine/engine.h"
#include "engine/onnxruntime/environment.h"
#include "engine/onnxruntime/placement_log.h"

namespace crossdock::engine::onnxruntime {

/// A model in ONNX Runtime: one vendor session for all slots, which runs each call on the calling thread and holds the weights once.
class OrtSession final : public Session {
 public:
  /// errors  as Runtime::Load
  static Result<std::unique_ptr<Session>> Create(Environment& environment, const std::filesystem::path& file,
                                                 const LoadOptions& options);
  /// The same, and leaves the optimized graph in `into`.
  static Result<std::unique_ptr<Session>> CreateAndKeep(Environment& environment, const std::filesystem::path& file,
                                                        const LoadOptions& options, const std::filesystem::path& into);
  /// From an optimized graph.
  static Result<std::unique_ptr<Session>> CreateKept(Environment& environment, const KeptModel& kept,
                                                     const LoadOptions& options);

  OrtSession(std::shared_ptr<const void> kept, std::unique_ptr<PlacementLog> log, Ort::Session session,
             Signature signature, int slots, bool compiles, std::vector<NodePlacement> placements);

  const Signature& signature() const override { return signature_; }
  int slots() const override { return slots_; }
  void Start(int slot, const RunArgs& args, RunSink& sink) noexcept override;
  bool compiles_for_shapes() const override { return compiles_; }
  std::vector<NodePlacement> placements() const override { return placements_; }

 private:
  Result<RunDone> Run(const RunArgs& args);

  const std::shared_ptr<const void> kept_;  // memory that the session's weights lie in, if it was made from such
  std::unique_ptr<PlacementLog> log_;       // before the session, which writes to it to its end
  Ort::Session session_;
  const Signature signature_;
  const int slots_;
  const bool compiles_;
  const std::vector<NodePlacement> placements_;
  std::vector<const char*> input_names_;
  std::vector<const char*> output_names_;
};

}  // namespace crossdock::engine::onnxruntime

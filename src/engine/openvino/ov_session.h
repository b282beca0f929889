#pragma once

#include <memory>
#include <vector>

#include <openvino/runtime/core.hpp>

#include "engine/engine.h"

namespace crossdock::engine::openvino {

/// A model in OpenVINO. Slots are its streams, each with an infer request of its own: one call more would wait in a queue inside
/// OpenVINO where no deadline is seen.
class OvSession final : public Session {
 public:
  /// errors  as Runtime::Load
  static Result<std::unique_ptr<Session>> Create(const ov::Core& shared, const std::filesystem::path& file,
                                                 const LoadOptions& options);

  /// The same, and exports the compiled model to `into`.
  static Result<std::unique_ptr<Session>> CreateAndKeep(const ov::Core& shared, const std::filesystem::path& file,
                                                        const LoadOptions& options, const std::filesystem::path& into);
  /// From an exported model, which does not hold the names of the file's ports nor its metadata.
  static Result<std::unique_ptr<Session>> CreateKept(const ov::Core& shared, const KeptModel& kept,
                                                     const LoadOptions& options);

  OvSession(std::shared_ptr<const void> kept, ov::Core core, ov::CompiledModel compiled,
            std::vector<ov::InferRequest> requests, Signature signature, std::vector<NodePlacement> placements);

  const Signature& signature() const override { return signature_; }
  int slots() const override { return static_cast<int>(requests_.size()); }
  void Start(int slot, const RunArgs& args, RunSink& sink) noexcept override;
  std::vector<NodePlacement> placements() const override { return placements_; }

 private:
  Result<RunDone> Run(ov::InferRequest& request, const RunArgs& args);

  const std::shared_ptr<const void> kept_;  // memory that the model's weights lie in, if it was imported from such
  ov::Core core_;                           // before what it made
  ov::CompiledModel compiled_;
  std::vector<ov::InferRequest> requests_;  // by slot
  const Signature signature_;
  const std::vector<NodePlacement> placements_;
};

}  // namespace crossdock::engine::openvino

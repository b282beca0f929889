#pragma once

#include <span>
#include <vector>

#include "engine/engine.h"
#include "engine/libtorch/program.h"

namespace crossdock::engine::libtorch {

/// A module on the processor. Calls run on their callers' threads: slots are how many are allowed at once.
class CpuSession final : public Session {
 public:
  explicit CpuSession(Program program) : program_(std::move(program)) {}

  const Signature& signature() const override { return program_.signature(); }
  int slots() const override { return program_.setup().slots; }
  void Start(int slot, const RunArgs& args, RunSink& sink) noexcept override;
  std::vector<NodePlacement> placements() const override { return {{"CPU", program_.nodes(), false}}; }

 private:
  Result<RunDone> Run(const RunArgs& args);
  std::vector<c10::IValue> Borrow(std::span<const TensorView> inputs) const;

  const Program program_;
};

}  // namespace crossdock::engine::libtorch

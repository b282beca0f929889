#pragma once

#include <filesystem>
#include <vector>

#include <torch/csrc/jit/api/module.h>

#include "engine/engine.h"
#include "engine/libtorch/setup.h"

namespace crossdock::engine::libtorch {

/// A TorchScript module on its device, ready to be called by any number of threads.
class Program {
 public:
  /// Reads, moves, freezes and optimizes the module as its set-up says.
  /// errors  kInvalidArgument: not a TorchScript file, ports that are not declared or not its own, a custom operator's library;
  ///         kUnimplemented: arguments or results that are not tensors; kResourceExhausted: memory
  static Result<Program> Load(const std::filesystem::path& file, const LoadOptions& options, const Setup& setup);

  const Setup& setup() const { return setup_; }
  const Signature& signature() const { return signature_; }
  /// Nodes of its graph, those of submodules included.
  int nodes() const { return nodes_; }
  /// Whether its calls may be recorded and replayed: as the set-up says, else if it is frozen to the last attribute. What keeps state
  /// (a counter, a cache) may compute something else at each call.
  bool Recordable() const;
  /// Whether the module writes into this input: it must then get a copy, since inputs are borrowed to be read.
  bool Writes(size_t input) const { return writes_[input]; }

  /// One call on the calling thread; on a GPU, on the current stream, without waiting for it.
  /// inputs   in signature order, on the module's device
  /// returns  outputs in signature order: dense and contiguous, of the declared dtypes, on whatever device the module left them
  /// errors   kInternal: outputs that are not those declared
  /// throws   what LibTorch throws
  Result<std::vector<at::Tensor>> Call(std::vector<c10::IValue> inputs) const;

 private:
  Program(torch::jit::Module module, const Setup& setup, Signature signature);

  torch::jit::Module module_;
  Setup setup_;
  Signature signature_;
  std::vector<bool> writes_;
  int nodes_ = 0;
};

}  // namespace crossdock::engine::libtorch

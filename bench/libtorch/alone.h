#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace crossdock::bench {

/// LibTorch with nothing of ours around it: what a small program of one's own would do with the same file. One thread.
class Alone {
 public:
  /// optimization  as LoadOptions: "none", "basic" (frozen), "all" (frozen and optimized)
  /// throws        what LibTorch throws
  Alone(const std::string& model, const engine::LoadOptions& options);
  ~Alone();
  /// The input of the calls that follow: rows of a picture, whatever memory it lies in.
  void Use(const engine::TensorView& input);
  /// From the processor's memory and back, as input.to(device), forward, cpu(): waits for its end.
  void CallWithCopies();
  /// What that call gives.
  std::vector<float> Answer();
  /// The input lies on the device already and the output stays there: waits for its end.
  void CallResident();
  /// As CallResident, and waits for nothing; Wait does.
  void Enqueue();
  void Wait();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace crossdock::bench

// A TorchScript classifier of pictures through our Session and Dispatcher, beside LibTorch alone in the same process.
//   bench_engine_torch check MODEL [--name value...]
//     many calls on all slots at once, of several sizes, each answer beside that of LibTorch alone
//   bench_engine_torch sweep MODEL [--device CUDA] [--dtype FP16] [--batches 1,16] [--slots 2] [--rounds 3] [--seconds 0.3]
//                            [--optimization all] [--hints cuda_graphs=on] [--input x] [--size 224]
//     per batch size: LibTorch alone and our session, in the order A B B A
//   bench_engine_torch table MODEL [the same] [--modes sync,fixed-4,gap-32] [--clients 1,16] [--rates 500,2000]
//     per mode of batching: requests of one picture from clients in this process, in closed loops and as a Poisson process
// Prints lines of JSON. docs/libtorch.md has results and what they mean.
#include <exception>
#include <iostream>
#include <string>

#include "libtorch/settings.h"

int main(int argc, char** argv) {
  const std::string verb = argc > 2 ? argv[1] : "";
  crossdock::bench::Settings settings;
  for (int i = 3; i + 1 < argc; i += 2) settings[std::string(argv[i]).substr(2)] = argv[i + 1];
  try {
    if (verb == "check") return crossdock::bench::Check(argv[2], settings);
    if (verb == "sweep") return crossdock::bench::Sweep(argv[2], settings);
    if (verb == "table") return crossdock::bench::BatchTable(argv[2], settings);
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 1;
  }
  std::cerr << "usage: bench_engine_torch check|sweep|table MODEL [--name value]...\n";
  return 2;
}

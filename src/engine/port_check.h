#pragma once

#include <span>
#include <string_view>

#include "engine/engine.h"

/// What every runtime checks before its vendor sees a call, so that all of them refuse bad input in the same words.
namespace crossdock::engine {

/// Whether `shape` is one that `port` takes: the same rank, and the same size wherever the port fixes one.
bool Accepts(const Port& port, const Shape& shape);

/// The inputs against the signature: how many, dtype, rank, fixed dimensions, and enough bytes for the shape.
/// errors  kInvalidArgument, `field` is the input's name
Status CheckInputs(const Signature& signature, std::span<const TensorView> inputs);

/// The wanted outputs (indices in range and ascending) and the memory given for them (one view for each, or none).
/// errors  kInvalidArgument
Status CheckOutputs(const Signature& signature, const RunArgs& args);

/// For runtimes whose files say their ports themselves.
/// errors  kInvalidArgument ("inputs", "outputs"): ports are declared
Status RefuseDeclaredPorts(const LoadOptions& options, std::string_view runtime);

/// Indices of the outputs that a call computes: those wanted, or all.
std::vector<uint32_t> WantedOutputs(const Signature& signature, const RunArgs& args);

}  // namespace crossdock::engine

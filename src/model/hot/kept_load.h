#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "engine/engine.h"
#include "model/findings.h"
#include "model/hot/aligned_bytes.h"
#include "model/hot/load_key.h"

namespace crossdock::model {

/// One load as it is kept beside the runtime's own form of the model, if that is worth keeping.
struct KeptLoad {
  LoadKey key;
  engine::Signature signature;
  std::vector<engine::NodePlacement> placements;
  Findings findings;
  Nanos fresh_load{0};     // what the runtime took to load the file itself
  std::string without_it;  // why the runtime's form is not kept; empty where it is
};

/// The head of a file: magic, lengths, checksum over everything, the load in CBOR. docs/formats/kept-load.md says where what lies; the
/// runtime's form follows behind it.
std::vector<std::byte> EncodeHead(const KeptLoad& load, std::span<const std::byte> form);

struct DecodedLoad {
  KeptLoad load;
  std::span<const std::byte> form;  // inside the file's bytes; empty where none was kept
};
/// errors  kInternal: too short, another magic, a wrong checksum, or what the checksum covers does not read
Result<DecodedLoad> Decode(std::span<const std::byte> file);

}  // namespace crossdock::model

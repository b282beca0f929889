#pragma once

#include <span>

#include "base/result.h"
#include "engine/engine.h"
#include "manifest/manifest.h"
#include "model/repository.h"
#include "model/version.h"

namespace crossdock::model {

/// Whether a model keeps its promise: every contracted output is there, of that element type, rank and fixed sizes.
/// answered  what a call of the model gave, one for each output of the signature, since files are known to declare wrong shapes;
///           empty if no call could be made: then what the file declares is taken for it
/// errors    kInvalidArgument (field "outputs"): names the output, what it is and what the contract says
Status CheckContract(std::span<const manifest::OutputContract> outputs, const engine::Signature& signature,
                     std::span<const tensor::Tensor> answered);

/// The same for a loaded version: against the contract of its model and what its own manifest promises, with one call of its smallest
/// bucket. Nothing is called where nothing is promised.
/// errors  also those of reading both files
Status KeepsPromises(const FoundVersion& found, const Version& version);

}  // namespace crossdock::model

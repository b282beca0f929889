#include "model/check_contract.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "manifest/contract.h"
#include "model/made_inputs.h"

namespace crossdock::model {
namespace {

using tensor::Shape;

constexpr unsigned kSeed = 7;

/// Whether a shape that may be open itself can be what the contract says.
bool Keeps(const Shape& shape, const Shape& contracted) {
  return std::equal(shape.begin(), shape.end(), contracted.begin(), contracted.end(),
                    [](int64_t is, int64_t said) { return said < 0 || is < 0 || is == said; });
}

Error Broken(const manifest::OutputContract& said, const std::string& is) {
  return InvalidArgument("outputs", fmt::format("output \"{}\" {}, and the contract says {}{}", said.name, is,
                                                said.dtype, tensor::ToString(said.shape)));
}

/// What one row of the first bucket gives; nothing for a model of open shapes that has no bucket.
Result<std::vector<tensor::Tensor>> AnswerOf(const Version& version) {
  if (version.buckets().empty()) return std::vector<tensor::Tensor>();
  const auto inputs =
      MadeInputs(version.signature(), ShapesOf(version.buckets().front().inputs, 1, version.batchable()), kSeed);
  if (!inputs) return inputs.error();
  std::vector<tensor::TensorView> views;
  for (const tensor::Tensor& input : *inputs) views.push_back(input.view());
  auto done = engine::RunOnce(version.session(), views);
  if (!done) return done.error();
  return std::move(done->outputs);
}

}  // namespace

Status CheckContract(std::span<const manifest::OutputContract> outputs, const engine::Signature& signature,
                     std::span<const tensor::Tensor> answered) {
  for (const manifest::OutputContract& said : outputs) {
    const auto port = std::find_if(signature.outputs.begin(), signature.outputs.end(),
                                   [&](const engine::Port& p) { return p.name == said.name; });
    if (port == signature.outputs.end()) return Broken(said, "is missing");
    const auto index = static_cast<size_t>(port - signature.outputs.begin());
    const bool known = index < answered.size();
    const engine::DType dtype = known ? answered[index].dtype() : port->dtype;
    const Shape& shape = known ? answered[index].shape() : port->shape;
    const bool keeps =
        dtype == tensor::ParseDType(said.dtype) && (Keeps(shape, said.shape) || (!known && port->any_rank));
    if (!keeps) return Broken(said, fmt::format("is {}{}", tensor::Name(dtype), tensor::ToString(shape)));
  }
  return {};
}

Status KeepsPromises(const FoundVersion& found, const Version& version) {
  const auto contract = manifest::ReadContract(found.file);
  if (!contract) return contract.error();
  const auto own = manifest::ReadManifest(found.file.parent_path());
  if (!own) return own.error();
  std::vector<manifest::OutputContract> outputs;
  if (*contract) outputs = (*contract)->outputs;
  if (*own) outputs.insert(outputs.end(), (*own)->outputs.begin(), (*own)->outputs.end());
  if (outputs.empty()) return {};
  const auto answered = AnswerOf(version);
  if (!answered) return answered.error();
  return CheckContract(outputs, version.signature(), *answered);
}

}  // namespace crossdock::model

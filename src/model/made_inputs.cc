#include "model/made_inputs.h"

#include <random>

#include "tensor/made_tensor.h"

namespace crossdock::model {
namespace {

using tensor::Shape;
using tensor::Tensor;
using tensor::ValueRange;

ValueRange RangeOf(unsigned seed) {
  if (seed % 3 == 1) return ValueRange::kUnit;
  return seed % 3 == 2 ? ValueRange::kSigned : ValueRange::kByte;
}

}  // namespace

Result<std::vector<Tensor>> MadeInputs(const engine::Signature& signature, const std::vector<Shape>& shapes,
                                       unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Tensor> inputs;
  for (size_t i = 0; i < signature.inputs.size(); ++i) {
    auto made = tensor::MadeTensor(signature.inputs[i].dtype, shapes[i], RangeOf(seed), random);
    if (!made) return made.error();
    inputs.push_back(*std::move(made));
  }
  return inputs;
}

std::vector<Shape> ShapesOf(const std::vector<Shape>& bucket, int64_t rows, bool batched) {
  std::vector<Shape> shapes = bucket;
  if (batched) {
    for (Shape& shape : shapes) shape.insert(shape.begin(), rows);
  }
  return shapes;
}

}  // namespace crossdock::model

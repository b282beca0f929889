#include "model/made_inputs.h"

#include <random>

namespace crossdock::model {
namespace {

using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

constexpr int64_t kMaxElements = int64_t{1} << 30;

std::uniform_real_distribution<float> RangeOf(unsigned seed) {
  if (seed % 3 == 1) return std::uniform_real_distribution<float>(0.0F, 1.0F);
  if (seed % 3 == 2) return std::uniform_real_distribution<float>(-1.0F, 1.0F);
  return std::uniform_real_distribution<float>(0.0F, 255.0F);
}

template <class T, class Value>
void Fill(Tensor& tensor, const Value& value) {
  for (T& element : tensor.as<T>()) element = static_cast<T>(value());
}

void FillNumbers(Tensor& tensor, std::mt19937& random, unsigned seed) {
  auto range = RangeOf(seed);
  const auto real = [&] { return range(random); };
  const auto bit = [&] { return random() % 2; };
  switch (tensor.dtype()) {
    case DType::kF32: return Fill<float>(tensor, real);
    case DType::kF64: return Fill<double>(tensor, real);
    case DType::kF16: return Fill<uint16_t>(tensor, [&] { return tensor::FloatToHalf(real()); });
    case DType::kBF16: return Fill<uint16_t>(tensor, [&] { return tensor::FloatToBfloat16(real()); });
    default: break;
  }
  switch (tensor::SizeOf(tensor.dtype())) {
    case 8: return Fill<uint64_t>(tensor, bit);
    case 4: return Fill<uint32_t>(tensor, bit);
    case 2: return Fill<uint16_t>(tensor, bit);
    default: return Fill<uint8_t>(tensor, bit);
  }
}

Result<Tensor> MadeTensor(DType dtype, const Shape& shape, std::mt19937& random, unsigned seed) {
  const auto count = tensor::ElementCount(shape);
  if (!count || *count > kMaxElements)
    return InvalidArgument("shape", "no made input of shape " + tensor::ToString(shape));
  if (dtype == DType::kBytes) {
    std::vector<std::string_view> words(static_cast<size_t>(*count));
    for (auto& word : words) word = random() % 2 == 0 ? "parcel" : "42";
    return Tensor::OfStrings(shape, words);
  }
  auto made = Tensor::Allocate(dtype, shape);
  if (made) FillNumbers(*made, random, seed);
  return made;
}

}  // namespace

Result<std::vector<Tensor>> MadeInputs(const engine::Signature& signature, const std::vector<Shape>& shapes,
                                       unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Tensor> inputs;
  for (size_t i = 0; i < signature.inputs.size(); ++i) {
    auto made = MadeTensor(signature.inputs[i].dtype, shapes[i], random, seed);
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

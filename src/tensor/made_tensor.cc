#include "tensor/made_tensor.h"

namespace crossdock::tensor {
namespace {

constexpr int64_t kMaxElements = int64_t{1} << 30;

std::uniform_real_distribution<float> RangeOf(ValueRange values) {
  switch (values) {
    case ValueRange::kUnit: return std::uniform_real_distribution<float>(0.0F, 1.0F);
    case ValueRange::kSigned: return std::uniform_real_distribution<float>(-1.0F, 1.0F);
    case ValueRange::kByte: break;
  }
  return std::uniform_real_distribution<float>(0.0F, 255.0F);
}

template <class T, class Value>
void Fill(Tensor& tensor, const Value& value) {
  for (T& element : tensor.as<T>()) element = static_cast<T>(value());
}

void FillNumbers(Tensor& tensor, ValueRange values, std::mt19937& random) {
  auto range = RangeOf(values);
  const auto real = [&] { return range(random); };
  const auto bit = [&] { return random() % 2; };
  switch (tensor.dtype()) {
    case DType::kF32: return Fill<float>(tensor, real);
    case DType::kF64: return Fill<double>(tensor, real);
    case DType::kF16: return Fill<uint16_t>(tensor, [&] { return FloatToHalf(real()); });
    case DType::kBF16: return Fill<uint16_t>(tensor, [&] { return FloatToBfloat16(real()); });
    default: break;
  }
  switch (SizeOf(tensor.dtype())) {
    case 8: return Fill<uint64_t>(tensor, bit);
    case 4: return Fill<uint32_t>(tensor, bit);
    case 2: return Fill<uint16_t>(tensor, bit);
    default: return Fill<uint8_t>(tensor, bit);
  }
}

}  // namespace

Result<Tensor> MadeTensor(DType dtype, const Shape& shape, ValueRange values, std::mt19937& random) {
  const auto count = ElementCount(shape);
  if (!count || *count > kMaxElements) return InvalidArgument("shape", "no made input of shape " + ToString(shape));
  if (dtype == DType::kBytes) {
    std::vector<std::string_view> words(static_cast<size_t>(*count));
    for (auto& word : words) word = random() % 2 == 0 ? "parcel" : "42";
    return Tensor::OfStrings(shape, words);
  }
  auto made = Tensor::Allocate(dtype, shape);
  if (made) FillNumbers(*made, values, random);
  return made;
}

}  // namespace crossdock::tensor

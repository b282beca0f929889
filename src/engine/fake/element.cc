#include "engine/fake/element.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace crossdock::engine::fake {
namespace {

using tensor::DType;

template <class T>
double Read(const std::byte* at) {
  T value{};
  std::memcpy(&value, at, sizeof(T));
  return static_cast<double>(value);
}

uint16_t ReadBits(const std::byte* at) {
  uint16_t bits = 0;
  std::memcpy(&bits, at, sizeof(bits));
  return bits;
}

template <class T>
void Write(double value, std::byte* at) {
  T out{};
  if constexpr (std::numeric_limits<T>::is_integer) {
    // The largest 64-bit integer is not a double: what rounds up to 2^63 (or 2^64) saturates too.
    if (std::isnan(value)) {
      out = 0;
    } else if (value >= static_cast<double>(std::numeric_limits<T>::max())) {
      out = std::numeric_limits<T>::max();
    } else if (value <= static_cast<double>(std::numeric_limits<T>::lowest())) {
      out = std::numeric_limits<T>::lowest();
    } else {
      out = static_cast<T>(value);
    }
  } else {
    out = static_cast<T>(value);
  }
  std::memcpy(at, &out, sizeof(T));
}

void WriteBits(uint16_t bits, std::byte* at) { std::memcpy(at, &bits, sizeof(bits)); }

}  // namespace

double ReadElement(DType dtype, const std::byte* at) {
  switch (dtype) {
    case DType::kBool: return *at == std::byte{0} ? 0 : 1;
    case DType::kU8: return Read<uint8_t>(at);
    case DType::kU16: return Read<uint16_t>(at);
    case DType::kU32: return Read<uint32_t>(at);
    case DType::kU64: return Read<uint64_t>(at);
    case DType::kI8: return Read<int8_t>(at);
    case DType::kI16: return Read<int16_t>(at);
    case DType::kI32: return Read<int32_t>(at);
    case DType::kI64: return Read<int64_t>(at);
    case DType::kF16: return static_cast<double>(tensor::HalfToFloat(ReadBits(at)));
    case DType::kBF16: return static_cast<double>(tensor::Bfloat16ToFloat(ReadBits(at)));
    case DType::kF32: return Read<float>(at);
    case DType::kF64: return Read<double>(at);
    case DType::kBytes: break;
  }
  return 0;
}

void WriteElement(DType dtype, double value, std::byte* at) {
  switch (dtype) {
    case DType::kBool: *at = value != 0 ? std::byte{1} : std::byte{0}; break;
    case DType::kU8: Write<uint8_t>(value, at); break;
    case DType::kU16: Write<uint16_t>(value, at); break;
    case DType::kU32: Write<uint32_t>(value, at); break;
    case DType::kU64: Write<uint64_t>(value, at); break;
    case DType::kI8: Write<int8_t>(value, at); break;
    case DType::kI16: Write<int16_t>(value, at); break;
    case DType::kI32: Write<int32_t>(value, at); break;
    case DType::kI64: Write<int64_t>(value, at); break;
    case DType::kF16: WriteBits(tensor::FloatToHalf(static_cast<float>(value)), at); break;
    case DType::kBF16: WriteBits(tensor::FloatToBfloat16(static_cast<float>(value)), at); break;
    case DType::kF32: Write<float>(value, at); break;
    case DType::kF64: Write<double>(value, at); break;
    case DType::kBytes: break;
  }
}

}  // namespace crossdock::engine::fake

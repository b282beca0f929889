#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace crossdock::tensor {

/// Element types of the Open Inference Protocol. kBytes elements are strings of any bytes, kept in the protocol's own form:
/// for each element a 4-byte little-endian length and then that many bytes.
enum class DType : uint8_t { kBool, kU8, kU16, kU32, kU64, kI8, kI16, kI32, kI64, kF16, kBF16, kF32, kF64, kBytes };

/// The protocol's names: "BOOL", "UINT8", … "FP16", "BF16", "FP32", "FP64", "BYTES".
const char* Name(DType dtype);
std::optional<DType> ParseDType(std::string_view name);
/// Bytes of one element; 0 for kBytes, whose elements have no fixed size.
size_t SizeOf(DType dtype);

/// Dimensions, outermost first; -1 is "any" where a signature describes what a model takes. Empty: a scalar.
using Shape = std::vector<int64_t>;
/// "[1,3,-1,-1]".
std::string ToString(const Shape& shape);
/// Number of elements; nothing for a negative dimension or when the product does not fit 63 bits.
std::optional<int64_t> ElementCount(const Shape& shape);

/// Borrowed, read-only data. Row-major and dense. The owner outlives the view.
struct TensorView {
  DType dtype = DType::kF32;
  Shape shape;
  std::span<const std::byte> bytes;

  template <class T>
  std::span<const T> as() const {
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
};

/// Borrowed memory to be written.
struct MutableView {
  DType dtype = DType::kF32;
  Shape shape;
  std::span<std::byte> bytes;

  template <class T>
  std::span<T> as() const {
    return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
};

/// Owned data. Copies and row slices share one buffer, which is released by whoever made it (a runtime, an arena, the heap)
/// when the last one goes. A tensor that others may hold must no longer be written.
class Tensor {
 public:
  Tensor() = default;
  /// Takes memory that `owner` keeps alive. `bytes` must hold the whole tensor.
  Tensor(DType dtype, Shape shape, std::shared_ptr<void> owner, std::span<std::byte> bytes)
      : dtype_(dtype), shape_(std::move(shape)), owner_(std::move(owner)), bytes_(bytes) {}

  /// Uninitialized memory for a fixed-size dtype, 64-byte aligned.
  /// errors  kInvalidArgument: negative or overflowing shape, kBytes; kResourceExhausted (kMemory)
  static Result<Tensor> Allocate(DType dtype, Shape shape);
  /// A copy of the view's bytes.
  static Tensor CopyOf(const TensorView& view);
  /// A BYTES tensor of the given strings. `shape` must have as many elements.
  static Tensor OfStrings(Shape shape, std::span<const std::string_view> strings);

  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  size_t size_bytes() const { return bytes_.size(); }
  bool empty() const { return bytes_.empty(); }
  TensorView view() const { return {dtype_, shape_, bytes_}; }
  MutableView mutable_view() const { return {dtype_, shape_, bytes_}; }
  template <class T>
  std::span<T> as() const {
    return mutable_view().as<T>();
  }

  /// Rows [first, first + count) of dimension 0, sharing this buffer. BYTES rows are found by walking the elements.
  /// errors  kInvalidArgument: scalar, or out of range
  Result<Tensor> Rows(int64_t first, int64_t count) const;

 private:
  DType dtype_ = DType::kF32;
  Shape shape_;
  std::shared_ptr<void> owner_;
  std::span<std::byte> bytes_;
};

/// The strings of a BYTES tensor, borrowed from it.
/// errors  kInvalidArgument: not kBytes, a length that runs past the end, or not as many elements as the shape says
Result<std::vector<std::string_view>> Strings(const TensorView& view);

/// Checks that `bytes` is what dtype and shape say, so that nobody reads past the end.
/// errors  kInvalidArgument, with `field` as given
Status CheckBytes(const TensorView& view, std::string_view field);

/// Joins tensors along dimension 0 into one new buffer; all have the same dtype and trailing dimensions.
/// errors  kInvalidArgument: nothing to join, scalars, dtypes or dimensions that differ; kResourceExhausted (kMemory)
Result<Tensor> Concat(std::span<const TensorView> parts);

/// Rounding of IEEE half and bfloat16, to nearest even; NaN stays NaN, what is too large becomes infinity.
uint16_t FloatToHalf(float value);
float HalfToFloat(uint16_t bits);
uint16_t FloatToBfloat16(float value);
float Bfloat16ToFloat(uint16_t bits);

}  // namespace crossdock::tensor

#include "tensor/tensor.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace crossdock::tensor {
namespace {

constexpr size_t kAlignment = 64;
constexpr size_t kLengthPrefix = sizeof(uint32_t);

struct DTypeFacts {
  const char* name;
  size_t size;
};
constexpr std::array<DTypeFacts, 14> kFacts{{{"BOOL", 1},
                                             {"UINT8", 1},
                                             {"UINT16", 2},
                                             {"UINT32", 4},
                                             {"UINT64", 8},
                                             {"INT8", 1},
                                             {"INT16", 2},
                                             {"INT32", 4},
                                             {"INT64", 8},
                                             {"FP16", 2},
                                             {"BF16", 2},
                                             {"FP32", 4},
                                             {"FP64", 8},
                                             {"BYTES", 0}}};

std::shared_ptr<std::byte> AlignedBuffer(size_t size) {
  const size_t at_least_one = size == 0 ? 1 : size;
  auto* memory = static_cast<std::byte*>(::operator new(at_least_one, std::align_val_t{kAlignment}));
  return {memory, [](std::byte* p) { ::operator delete(p, std::align_val_t{kAlignment}); }};
}

Result<std::shared_ptr<std::byte>> TryAlignedBuffer(size_t size) {
  try {
    return AlignedBuffer(size);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kResourceExhausted,
                 fmt::format("{} bytes for a tensor are more than there is memory", size), "", Reason::kMemory};
  }
}

/// Offset just past the element at `offset`; nothing if it runs past the end.
std::optional<size_t> NextString(std::span<const std::byte> bytes, size_t offset) {
  if (bytes.size() - offset < kLengthPrefix) return std::nullopt;
  uint32_t length = 0;
  std::memcpy(&length, bytes.data() + offset, kLengthPrefix);
  offset += kLengthPrefix;
  if (bytes.size() - offset < length) return std::nullopt;
  return offset + length;
}

}  // namespace

const char* Name(DType dtype) { return kFacts[static_cast<size_t>(dtype)].name; }
size_t SizeOf(DType dtype) { return kFacts[static_cast<size_t>(dtype)].size; }

std::optional<DType> ParseDType(std::string_view name) {
  for (size_t i = 0; i < kFacts.size(); ++i) {
    if (name == kFacts[i].name) return static_cast<DType>(i);
  }
  return std::nullopt;
}

std::string ToString(const Shape& shape) { return fmt::format("[{}]", fmt::join(shape, ",")); }

std::optional<int64_t> ElementCount(const Shape& shape) {
  if (std::any_of(shape.begin(), shape.end(), [](int64_t dim) { return dim < 0; })) return std::nullopt;
  if (std::find(shape.begin(), shape.end(), 0) != shape.end())
    return 0;  // wherever it stands: the others cannot overflow then
  int64_t count = 1;
  for (const int64_t dim : shape) {
    if (__builtin_mul_overflow(count, dim, &count)) return std::nullopt;
  }
  return count;
}

Result<Tensor> Tensor::Allocate(DType dtype, Shape shape) {
  const auto count = ElementCount(shape);
  int64_t size = 0;
  if (!count || SizeOf(dtype) == 0 || __builtin_mul_overflow(*count, static_cast<int64_t>(SizeOf(dtype)), &size)) {
    return InvalidArgument("shape", fmt::format("no tensor of {} {} can be allocated", Name(dtype), ToString(shape)));
  }
  auto memory = TryAlignedBuffer(static_cast<size_t>(size));
  if (!memory) return memory.error();
  const std::span bytes(memory->get(), static_cast<size_t>(size));
  return Tensor(dtype, std::move(shape), *std::move(memory), bytes);
}

Tensor Tensor::CopyOf(const TensorView& view) {
  auto memory = AlignedBuffer(view.bytes.size());
  if (!view.bytes.empty()) std::memcpy(memory.get(), view.bytes.data(), view.bytes.size());
  const std::span bytes(memory.get(), view.bytes.size());
  return Tensor(view.dtype, view.shape, std::move(memory), bytes);
}

Tensor Tensor::OfStrings(Shape shape, std::span<const std::string_view> strings) {
  size_t size = 0;
  for (const auto s : strings) size += kLengthPrefix + s.size();
  auto memory = AlignedBuffer(size);
  std::byte* out = memory.get();
  for (const auto s : strings) {
    const auto length = static_cast<uint32_t>(s.size());
    std::memcpy(out, &length, kLengthPrefix);
    if (!s.empty()) std::memcpy(out + kLengthPrefix, s.data(), s.size());
    out += kLengthPrefix + s.size();
  }
  const std::span bytes(memory.get(), size);
  return Tensor(DType::kBytes, std::move(shape), std::move(memory), bytes);
}

Result<Tensor> Tensor::Rows(int64_t first, int64_t count) const {
  if (shape_.empty() || first < 0 || count < 0 || first > shape_[0] || count > shape_[0] - first) {
    return InvalidArgument("rows",
                           fmt::format("{} rows from {} of a tensor of shape {}", count, first, ToString(shape_)));
  }
  Shape shape = shape_;
  shape[0] = count;
  if (dtype_ != DType::kBytes) {
    const size_t row = shape_[0] == 0 ? 0 : bytes_.size() / static_cast<size_t>(shape_[0]);
    return Tensor(dtype_, std::move(shape), owner_,
                  bytes_.subspan(row * static_cast<size_t>(first), row * static_cast<size_t>(count)));
  }
  Shape trailing(shape_.begin() + 1, shape_.end());
  const int64_t per_row = ElementCount(trailing).value_or(0);
  size_t begin = 0;
  size_t end = 0;
  for (int64_t element = 0; element < (first + count) * per_row; ++element) {
    const auto next = NextString(bytes_, end);
    if (!next) return InvalidArgument("rows", "a BYTES element runs past the end of its tensor");
    end = *next;
    if (element + 1 == first * per_row) begin = end;
  }
  return Tensor(dtype_, std::move(shape), owner_, bytes_.subspan(begin, end - begin));
}

Result<std::vector<std::string_view>> Strings(const TensorView& view) {
  const auto count = ElementCount(view.shape);
  if (view.dtype != DType::kBytes || !count) return InvalidArgument("data", "not a BYTES tensor");
  std::vector<std::string_view> strings;
  size_t offset = 0;
  while (offset < view.bytes.size()) {
    const auto next = NextString(view.bytes, offset);
    if (!next) return InvalidArgument("data", "a BYTES element runs past the end of its tensor");
    const auto* text = reinterpret_cast<const char*>(view.bytes.data()) + offset + kLengthPrefix;
    strings.emplace_back(text, *next - offset - kLengthPrefix);
    offset = *next;
  }
  if (static_cast<int64_t>(strings.size()) != *count) {
    return InvalidArgument("data", fmt::format("{} BYTES elements for shape {}", strings.size(), ToString(view.shape)));
  }
  return strings;
}

Status CheckBytes(const TensorView& view, std::string_view field) {
  const auto count = ElementCount(view.shape);
  if (!count) return InvalidArgument(std::string(field), fmt::format("shape {} is not possible", ToString(view.shape)));
  if (view.dtype == DType::kBytes) {
    if (auto strings = Strings(view); !strings) return InvalidArgument(std::string(field), strings.error().message);
    return {};
  }
  int64_t expected = 0;
  if (__builtin_mul_overflow(*count, static_cast<int64_t>(SizeOf(view.dtype)), &expected) ||
      static_cast<size_t>(expected) != view.bytes.size()) {
    return InvalidArgument(std::string(field), fmt::format("{} bytes for {} {}, which needs {}", view.bytes.size(),
                                                           Name(view.dtype), ToString(view.shape), expected));
  }
  return {};
}

Result<Tensor> Concat(std::span<const TensorView> parts) {
  if (parts.empty()) return InvalidArgument("rows", "nothing to join");
  Shape shape = parts[0].shape;
  if (shape.empty()) return InvalidArgument("rows", "scalars cannot be joined");
  size_t size = 0;
  shape[0] = 0;
  for (const TensorView& part : parts) {
    Shape like = part.shape;
    if (like.size() != shape.size()) return InvalidArgument("rows", "tensors of different rank cannot be joined");
    const int64_t rows = std::exchange(like[0], shape[0]);
    if (like != shape || part.dtype != parts[0].dtype) {
      return InvalidArgument(
          "rows", fmt::format("{} cannot be joined with {}", ToString(part.shape), ToString(parts[0].shape)));
    }
    shape[0] += rows;
    size += part.bytes.size();
  }
  auto memory = TryAlignedBuffer(size);
  if (!memory) return memory.error();
  std::byte* out = memory->get();
  for (const TensorView& part : parts) {
    if (!part.bytes.empty()) std::memcpy(out, part.bytes.data(), part.bytes.size());
    out += part.bytes.size();
  }
  const std::span bytes(memory->get(), size);
  return Tensor(parts[0].dtype, std::move(shape), *std::move(memory), bytes);
}

}  // namespace crossdock::tensor

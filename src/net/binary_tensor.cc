#include "net/binary_tensor.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include <fmt/format.h>

#include "net/infer_call.h"

namespace crossdock::net {

static_assert(std::endian::native == std::endian::little, "the protocol's bytes are used as they are");

Result<tensor::Tensor> BinaryTensor(tensor::DType dtype, tensor::Shape shape, std::shared_ptr<void> owner,
                                    std::span<const std::byte> bytes, std::string_view field) {
  const auto shape_field = fmt::format("{}.shape", field);
  if (const auto count = CheckShape(shape, std::numeric_limits<int64_t>::max(), shape_field); !count)
    return count.error();
  const tensor::TensorView view{dtype, shape, bytes};
  if (auto checked = tensor::CheckBytes(view, fmt::format("{}.data", field)); !checked) return checked.error();
  if (dtype == tensor::DType::kBool) {
    const auto bad = std::find_if(bytes.begin(), bytes.end(), [](std::byte b) { return b > std::byte{1}; });
    if (bad != bytes.end()) {
      return InvalidArgument(fmt::format("{}.data[{}]", field, bad - bytes.begin()), "a BOOL is a byte of 0 or 1");
    }
  }
  const size_t size = std::max<size_t>(tensor::SizeOf(dtype), 1);
  if (!owner || reinterpret_cast<uintptr_t>(bytes.data()) % size != 0) return tensor::Tensor::CopyOf(view);
  // Tensors hold writable memory; nobody writes one that others may hold.
  auto* data = const_cast<std::byte*>(bytes.data());
  return tensor::Tensor(dtype, std::move(shape), std::move(owner), {data, bytes.size()});
}

}  // namespace crossdock::net

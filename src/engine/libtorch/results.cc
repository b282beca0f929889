#include "engine/libtorch/results.h"

#include <cstring>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "engine/libtorch/dtypes.h"

namespace crossdock::engine::libtorch {
namespace {

Error NotAsDeclared(std::string message) {
  return Error{ErrorCode::kInternal, fmt::format("libtorch: {}", message), "outputs"};
}

Result<std::vector<at::Tensor>> OfDictionary(const c10::IValue& returned, const std::vector<Port>& declared) {
  const auto dictionary = returned.toGenericDict();
  std::vector<at::Tensor> tensors;
  for (const Port& port : declared) {
    const auto found = dictionary.find(port.name);
    if (found == dictionary.end() || !found->value().isTensor())
      return NotAsDeclared(
          fmt::format("forward's dictionary has no tensor '{}', which model.yaml declares", port.name));
    tensors.push_back(found->value().toTensor());
  }
  return tensors;
}

Result<std::vector<at::Tensor>> TensorsOf(const c10::IValue& returned, const std::vector<Port>& declared) {
  if (returned.isTensor()) return std::vector<at::Tensor>{returned.toTensor()};
  if (returned.isGenericDict()) return OfDictionary(returned, declared);
  if (returned.isTensorList()) return returned.toTensorVector();
  std::vector<at::Tensor> tensors;
  if (returned.isTuple()) {
    for (const c10::IValue& element : returned.toTupleRef().elements()) {
      if (element.isTensor()) tensors.push_back(element.toTensor());
    }
  }
  return tensors;
}

at::Tensor Dense(at::Tensor tensor) {
  if (tensor.layout() != c10::kStrided) tensor = tensor.to_dense();
  return tensor.resolve_conj().resolve_neg().contiguous();
}

}  // namespace

Result<std::vector<at::Tensor>> Flatten(const c10::IValue& returned, const std::vector<Port>& declared) {
  auto tensors = TensorsOf(returned, declared);
  if (!tensors) return tensors;
  if (tensors->size() != declared.size()) {
    return NotAsDeclared(fmt::format("forward returned {} tensors ({}), and model.yaml declares {} outputs",
                                     tensors->size(), returned.tagKind(), declared.size()));
  }
  for (size_t i = 0; i < declared.size(); ++i) {
    at::Tensor& tensor = (*tensors)[i];
    tensor = Dense(std::move(tensor));
    if (FromTorch(tensor.scalar_type()) != declared[i].dtype) {
      return NotAsDeclared(fmt::format("output '{}' is of {}, and model.yaml declares {}", declared[i].name,
                                       c10::toString(tensor.scalar_type()), tensor::Name(declared[i].dtype)));
    }
  }
  return tensors;
}

Result<Tensor> Wrap(const at::Tensor& computed, DType dtype, const MutableView& into) {
  const Shape shape = computed.sizes().vec();
  const std::span bytes(static_cast<std::byte*>(computed.data_ptr()), computed.nbytes());
  if (into.bytes.empty()) return Tensor(dtype, shape, std::make_shared<at::Tensor>(computed), bytes);
  if (into.bytes.size() != bytes.size()) {
    return InvalidArgument("outputs",
                           fmt::format("{} bytes given for an output of {}", into.bytes.size(), bytes.size()));
  }
  if (!bytes.empty()) std::memcpy(into.bytes.data(), bytes.data(), bytes.size());
  return Tensor(dtype, shape, nullptr, into.bytes);
}

}  // namespace crossdock::engine::libtorch

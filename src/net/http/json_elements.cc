#include <charconv>
#include <cmath>
#include <type_traits>

#include <fmt/format.h>

#include "base/log.h"
#include "net/http/json_writer.h"
#include "net/http/utf8.h"

namespace crossdock::net::http {
namespace {

using tensor::DType;
using tensor::TensorView;

constexpr size_t kLongestNumber = 32;

template <class T>
void AppendNumber(std::string& out, T value) {
  char digits[kLongestNumber];
  const auto [end, error] = std::to_chars(digits, digits + sizeof(digits), value);
  out.append(digits, error == std::errc() ? end : digits);
}

/// Each element of type `Stored` as `convert` sees it.
template <class Stored, class Convert>
Result<std::string> Numbers(const TensorView& view, std::string_view field, Convert convert) {
  const auto elements = view.as<Stored>();
  std::string out = "[";
  out.reserve(elements.size() * 8 + 2);
  for (size_t i = 0; i < elements.size(); ++i) {
    if (i > 0) out += ',';
    const auto value = convert(elements[i]);
    if constexpr (std::is_same_v<decltype(convert(elements[i])), bool>) {
      out += value ? "true" : "false";
    } else {
      if constexpr (std::is_floating_point_v<decltype(convert(elements[i]))>) {
        if (!std::isfinite(value)) {
          return InvalidArgument(std::string(field),
                                 fmt::format("element {} is {}, which JSON does not have: ask for this output with "
                                             "the parameter binary_data true",
                                             i, value));
        }
      }
      AppendNumber(out, value);
    }
  }
  out += ']';
  return out;
}

Result<std::string> Texts(const TensorView& view, std::string_view field) {
  const auto strings = tensor::Strings(view);
  if (!strings) return Error{ErrorCode::kInternal, strings.error().message, std::string(field)};
  std::string out = "[";
  for (size_t i = 0; i < strings->size(); ++i) {
    const auto text = (*strings)[i];
    if (!IsUtf8(text)) {
      return InvalidArgument(std::string(field),
                             fmt::format("element {} is no UTF-8 text, which JSON needs: ask for this output with the "
                                         "parameter binary_data true",
                                         i));
    }
    out += i > 0 ? ",\"" : "\"";
    out += log::JsonEscape(text);
    out += '"';
  }
  out += ']';
  return out;
}

}  // namespace

Result<std::string> JsonElements(const TensorView& view, std::string_view field) {
  const auto same = [](auto value) { return value; };
  switch (view.dtype) {
    case DType::kBool: return Numbers<uint8_t>(view, field, [](uint8_t value) -> bool { return value != 0; });
    case DType::kU8: return Numbers<uint8_t>(view, field, same);
    case DType::kU16: return Numbers<uint16_t>(view, field, same);
    case DType::kU32: return Numbers<uint32_t>(view, field, same);
    case DType::kU64: return Numbers<uint64_t>(view, field, same);
    case DType::kI8: return Numbers<int8_t>(view, field, same);
    case DType::kI16: return Numbers<int16_t>(view, field, same);
    case DType::kI32: return Numbers<int32_t>(view, field, same);
    case DType::kI64: return Numbers<int64_t>(view, field, same);
    case DType::kF16: return Numbers<uint16_t>(view, field, tensor::HalfToFloat);
    case DType::kBF16: return Numbers<uint16_t>(view, field, tensor::Bfloat16ToFloat);
    case DType::kF32: return Numbers<float>(view, field, same);
    case DType::kF64: return Numbers<double>(view, field, same);
    case DType::kBytes: return Texts(view, field);
  }
  return Error{ErrorCode::kInternal, "an output of no known type", std::string(field)};
}

}  // namespace crossdock::net::http

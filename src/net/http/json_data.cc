#include "net/http/json_data.h"

#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "net/http/json_number.h"
#include "net/infer_call.h"

namespace crossdock::net::http {
namespace {

using simdjson::ondemand::array;
using simdjson::ondemand::value;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

constexpr size_t kShownBytes = 40;

/// Whether `code` speaks of the one element, and not of broken JSON.
bool IsAboutTheElement(simdjson::error_code code) {
  return code == simdjson::INCORRECT_TYPE || code == simdjson::NUMBER_ERROR || code == simdjson::NUMBER_OUT_OF_RANGE ||
         code == simdjson::T_ATOM_ERROR || code == simdjson::F_ATOM_ERROR || code == simdjson::N_ATOM_ERROR;
}

template <class T>
simdjson::error_code Get(value& from, T* out) {
  using Wide = std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>;
  Wide wide = 0;
  simdjson::error_code error = simdjson::SUCCESS;
  if constexpr (std::is_signed_v<T>)
    error = from.get_int64().get(wide);
  else
    error = from.get_uint64().get(wide);
  if (error) return error;
  if (wide < static_cast<Wide>(std::numeric_limits<T>::min()) ||
      wide > static_cast<Wide>(std::numeric_limits<T>::max())) {
    return simdjson::NUMBER_OUT_OF_RANGE;
  }
  *out = static_cast<T>(wide);
  return simdjson::SUCCESS;
}

simdjson::error_code Get(value& from, bool* out) {
  bool flag = false;
  if (!from.get_bool().get(flag)) {
    *out = flag;
    return simdjson::SUCCESS;
  }
  uint64_t number = 0;
  if (const auto error = from.get_uint64().get(number)) return error;
  if (number > 1) return simdjson::NUMBER_OUT_OF_RANGE;
  *out = number == 1;
  return simdjson::SUCCESS;
}

simdjson::error_code Get(value& from, double* out) {
  if (const auto error = from.get_double().get(*out)) return error;
  return std::isfinite(*out) ? simdjson::SUCCESS : simdjson::NUMBER_OUT_OF_RANGE;
}

simdjson::error_code Get(value& from, float* out) {
  const std::string_view text = from.raw_json_token();
  double wide = 0;
  if (const auto error = from.get_double().get(wide)) return error;
  *out = RoundToFloat(wide, text);
  return std::isfinite(*out) ? simdjson::SUCCESS : simdjson::NUMBER_OUT_OF_RANGE;
}

simdjson::error_code Get(value& from, std::string_view* out) { return from.get_string().get(*out); }

enum class Half : uint16_t {};
enum class Bfloat16 : uint16_t {};

simdjson::error_code Get(value& from, Half* out) {
  double wide = 0;
  if (const auto error = from.get_double().get(wide)) return error;
  *out = Half{RoundToHalf(wide)};
  return (static_cast<uint16_t>(*out) & 0x7FFF) < 0x7C00 ? simdjson::SUCCESS : simdjson::NUMBER_OUT_OF_RANGE;
}

simdjson::error_code Get(value& from, Bfloat16* out) {
  double wide = 0;
  if (const auto error = from.get_double().get(wide)) return error;
  *out = Bfloat16{RoundToBfloat16(wide)};
  return (static_cast<uint16_t>(*out) & 0x7FFF) < 0x7F80 ? simdjson::SUCCESS : simdjson::NUMBER_OUT_OF_RANGE;
}

/// Reads one input's elements into `out`, in order.
template <class T>
class ElementReader {
 public:
  ElementReader(T* out, int64_t count, DType dtype, const Shape& shape, std::string_view field)
      : out_(out), count_(count), dtype_(dtype), shape_(shape), field_(field) {}

  Status Read(value data) {
    simdjson::ondemand::json_type type{};
    if (const auto error = data.type().get(type)) return FromSimdjson(error, field_);
    if (type != simdjson::ondemand::json_type::array) {
      if (!shape_.empty()) return InvalidArgument(std::string(field_), "not a list");
      return Take(data);
    }
    // The token reaches to the next one, so the byte after it tells what the first element is.
    const std::string_view bracket = data.raw_json_token();
    const bool nested = bracket.data()[bracket.size()] == '[';
    if (nested && shape_.size() < 2) return InvalidArgument(std::string(field_), Mismatch("is nested deeper than"));
    if (auto read = nested ? Nested(data, 0) : Leaf(data, count_, 0); !read) return read;
    return {};
  }

 private:
  Status Nested(value data, size_t level) {
    if (level + 1 == shape_.size()) return Leaf(data, shape_[level], level);
    array list;
    if (const auto error = data.get_array().get(list)) return Wrong(error, level);
    int64_t here = 0;
    for (auto element : list) {
      path_[level] = here;
      value inner;
      if (const auto error = element.get(inner)) return FromSimdjson(error, field_);
      if (here++ == shape_[level]) return InvalidArgument(At(level), Mismatch("has more lists than"));
      if (auto read = Nested(inner, level + 1); !read) return read;
    }
    if (here != shape_[level]) return InvalidArgument(At(level), Mismatch("has fewer lists than"));
    return {};
  }

  Status Leaf(value data, int64_t expected, size_t level) {
    array list;
    if (const auto error = data.get_array().get(list)) return Wrong(error, level);
    int64_t here = 0;
    for (auto element : list) {
      path_[level] = here;
      value scalar;
      if (const auto error = element.get(scalar)) return FromSimdjson(error, field_);
      if (here++ == expected) return InvalidArgument(At(level), Mismatch("has more elements than"));
      if (const auto error = Get(scalar, out_ + done_)) return NotOfTheType(scalar, error, level + 1);
      ++done_;
    }
    if (here != expected)
      return InvalidArgument(At(level), Mismatch(fmt::format("has {} elements, not what is needed for", here)));
    return {};
  }

  Status Take(value& scalar) {
    if (const auto error = Get(scalar, out_)) return NotOfTheType(scalar, error, 0);
    return {};
  }

  Status Wrong(simdjson::error_code error, size_t level) const {
    if (error != simdjson::INCORRECT_TYPE) return FromSimdjson(error, field_);
    return InvalidArgument(At(level), Mismatch("is not a list, and so not of"));
  }

  Status NotOfTheType(value& scalar, simdjson::error_code error, size_t level) const {
    if (!IsAboutTheElement(error)) return FromSimdjson(error, field_);
    std::string_view text = scalar.raw_json_token();
    text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1).substr(0, kShownBytes);
    const bool no_json = !text.empty() && (text[0] == 'N' || text[0] == 'I' || text.starts_with("-I"));
    return InvalidArgument(At(level),
                           fmt::format("{} is not {}{}", text, tensor::Name(dtype_),
                                       no_json ? ", nor JSON: send the tensor as binary data" : " or does not fit it"));
  }

  /// The field down to `level` lists: "inputs[0].data[1][2]".
  std::string At(size_t level) const {
    std::string at(field_);
    for (size_t i = 0; i < level; ++i) at += fmt::format("[{}]", path_[i]);
    return at;
  }
  std::string Mismatch(std::string_view what) const {
    return fmt::format("{} shape {}", what, tensor::ToString(shape_));
  }

  T* const out_;
  const int64_t count_;
  const DType dtype_;
  const Shape& shape_;
  const std::string_view field_;
  int64_t done_ = 0;
  int64_t path_[kMaxRank + 1] = {};
};

template <class T>
Result<Tensor> ReadFixed(value data, DType dtype, const Shape& shape, std::string_view field) {
  auto made = Tensor::Allocate(dtype, shape);
  if (!made) return InvalidArgument(std::string(field), made.error().message);
  auto* out = reinterpret_cast<T*>(made->mutable_view().bytes.data());
  if (auto read = ElementReader<T>(out, *tensor::ElementCount(shape), dtype, shape, field).Read(data); !read)
    return read.error();
  return std::move(*made);
}

Result<Tensor> ReadStrings(value data, const Shape& shape, std::string_view field) {
  const auto count = *tensor::ElementCount(shape);
  std::vector<std::string_view> strings(static_cast<size_t>(count));
  if (auto read = ElementReader<std::string_view>(strings.data(), count, DType::kBytes, shape, field).Read(data);
      !read) {
    return read.error();
  }
  return Tensor::OfStrings(shape, strings);
}

}  // namespace

Error FromSimdjson(simdjson::error_code code, std::string_view field) {
  if (code == simdjson::MEMALLOC) {
    return {ErrorCode::kResourceExhausted, "no memory to read the JSON now", "", Reason::kMemory};
  }
  if (code == simdjson::INCORRECT_TYPE) return InvalidArgument(std::string(field), "of the wrong JSON type");
  return InvalidArgument(std::string(field), fmt::format("not JSON: {}", simdjson::error_message(code)));
}

Result<Tensor> ReadJsonData(value data, DType dtype, const Shape& shape, std::string_view field) {
  switch (dtype) {
    case DType::kBool: return ReadFixed<bool>(data, dtype, shape, field);
    case DType::kU8: return ReadFixed<uint8_t>(data, dtype, shape, field);
    case DType::kU16: return ReadFixed<uint16_t>(data, dtype, shape, field);
    case DType::kU32: return ReadFixed<uint32_t>(data, dtype, shape, field);
    case DType::kU64: return ReadFixed<uint64_t>(data, dtype, shape, field);
    case DType::kI8: return ReadFixed<int8_t>(data, dtype, shape, field);
    case DType::kI16: return ReadFixed<int16_t>(data, dtype, shape, field);
    case DType::kI32: return ReadFixed<int32_t>(data, dtype, shape, field);
    case DType::kI64: return ReadFixed<int64_t>(data, dtype, shape, field);
    case DType::kF16: return ReadFixed<Half>(data, dtype, shape, field);
    case DType::kBF16: return ReadFixed<Bfloat16>(data, dtype, shape, field);
    case DType::kF32: return ReadFixed<float>(data, dtype, shape, field);
    case DType::kF64: return ReadFixed<double>(data, dtype, shape, field);
    case DType::kBytes: return ReadStrings(data, shape, field);
  }
  return InvalidArgument(std::string(field), "of no known type");
}

}  // namespace crossdock::net::http

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "tensor/tensor.h"

namespace crossdock::net::http {

/// Writes JSON text piece by piece; commas are put where they belong, nesting is the caller's care.
class JsonWriter {
 public:
  JsonWriter& BeginObject() { return Open('{'); }
  JsonWriter& EndObject() { return Close('}'); }
  JsonWriter& BeginArray() { return Open('['); }
  JsonWriter& EndArray() { return Close(']'); }
  JsonWriter& Key(std::string_view key);
  JsonWriter& String(std::string_view value);
  JsonWriter& Integer(int64_t value);
  JsonWriter& Unsigned(uint64_t value);
  JsonWriter& Number(double value);
  JsonWriter& Bool(bool value);
  /// Text that is JSON already.
  JsonWriter& Raw(std::string_view json);
  JsonWriter& Shape(const tensor::Shape& shape);
  JsonWriter& Strings(std::span<const std::string> values);

  std::string Take() { return std::move(text_); }

 private:
  JsonWriter& Open(char bracket);
  JsonWriter& Close(char bracket);
  void Separate();

  std::string text_;
  bool first_ = true;  // nothing stands in the innermost list or object yet, or a key waits for its value
};

/// The elements as one flat JSON list, numbers in the fewest digits that read back the same.
/// errors  kInvalidArgument at `field`: NaN or infinity, which JSON does not have, or BYTES that are no UTF-8
Result<std::string> JsonElements(const tensor::TensorView& view, std::string_view field);

}  // namespace crossdock::net::http

#include "net/http/json_infer.h"

#include <memory>
#include <utility>

#include "net/http/body.h"
#include "net/http/json_fields.h"

namespace crossdock::net::http {
namespace {

using simdjson::ondemand::value;

static_assert(Body::kPadding >= simdjson::SIMDJSON_PADDING);

constexpr std::array<std::string_view, 4> kRequestFields{"id", "parameters", "inputs", "outputs"};
constexpr std::array<std::string_view, 5> kInputFields{"name", "shape", "datatype", "parameters", "data"};
constexpr std::array<std::string_view, 2> kOutputFields{"name", "parameters"};

constexpr size_t kKeptParserBytes = 1 << 20;

/// A parser's buffers are worth keeping between requests, as long as they are small.
class KeptParser {
 public:
  simdjson::ondemand::parser& Get() {
    if (!parser_) parser_ = std::make_unique<simdjson::ondemand::parser>();
    return *parser_;
  }
  void Trim() {
    if (parser_ && parser_->capacity() > kKeptParserBytes) parser_.reset();
  }

 private:
  std::unique_ptr<simdjson::ondemand::parser> parser_;
};

class InferReader {
 public:
  explicit InferReader(size_t json_bytes) : most_elements_(static_cast<int64_t>(json_bytes)) {}

  Status Read(simdjson::ondemand::document& document) {
    auto read = ForEachField(document, kRequestFields, [&](size_t field, value v) -> Status {
      switch (field) {
        case 0: return Take(ReadString(v, "id"), infer_.call.body_id);
        case 1:
          return ForEachParameter(v, "parameters", [&](std::string_view name, const ParameterValue& parameter) {
            return ApplyRequestParameter(name, parameter, infer_.call);
          });
        case 2:
          return ForEachElement(v, "inputs",
                                [&](size_t i, value input) { return ReadInput(input, fmt::format("inputs[{}]", i)); });
        default:
          return ForEachElement(
              v, "outputs", [&](size_t i, value output) { return ReadOutput(output, fmt::format("outputs[{}]", i)); });
      }
    });
    const char* rest = nullptr;
    const bool at_end = !read || document.current_location().get(rest) == simdjson::OUT_OF_BOUNDS;
    return at_end ? read : InvalidArgument("body", "not JSON: something follows the object");
  }

  JsonInfer Result() { return std::move(infer_); }

 private:
  template <class T, class Target>
  static Status Take(crossdock::Result<T> read, Target& target) {
    if (!read) return read.error();
    target = std::move(*read);
    return {};
  }

  Status ReadInput(value from, const std::string& at) {
    JsonInput input;
    std::string datatype;
    bool has_shape = false;
    bool data_waits = false;
    simdjson::ondemand::object object;
    if (const auto error = from.get_object().get(object)) return FromSimdjson(error, at);
    auto read = ForEachField(object, at, kInputFields, [&](size_t field, value v) -> Status {
      const auto where = Join(at, kInputFields[field]);
      switch (field) {
        case 0: return Take(ReadString(v, where), input.name);
        case 1: has_shape = true; return Take(ReadShape(v, where), input.shape);
        case 2: return TakeDataType(v, where, datatype, input);
        case 3: return ReadInputParameters(v, at, input);
        default: data_waits = !has_shape || datatype.empty(); return data_waits ? Status() : ReadData(v, at, input);
      }
    });
    if (!read) return read;
    if (input.name.empty()) return InvalidArgument(Join(at, "name"), "missing");
    if (datatype.empty()) return InvalidArgument(Join(at, "datatype"), "missing");
    if (!has_shape) return InvalidArgument(Join(at, "shape"), "missing");
    if (data_waits) read = ReadDataAgain(object, at, input);
    if (!read) return read;
    if (input.tensor && input.binary_size)
      return InvalidArgument(Join(at, "data"), "given both here and as binary data");
    if (!input.tensor && !input.binary_size) return InvalidArgument(Join(at, "data"), "missing");
    infer_.inputs.push_back(std::move(input));
    return {};
  }

  static Status TakeDataType(value from, const std::string& where, std::string& datatype, JsonInput& input) {
    if (auto taken = Take(ReadString(from, where), datatype); !taken) return taken;
    return Take(ParseDataType(datatype, where), input.dtype);
  }

  static Status ReadInputParameters(value from, const std::string& at, JsonInput& input) {
    return ForEachParameter(
        from, Join(at, "parameters"), [&](std::string_view name, const ParameterValue& parameter) -> Status {
          if (name != "binary_data_size") return CheckTensorParameter(name, parameter, at);
          const auto* size = std::get_if<int64_t>(&parameter);
          if (size == nullptr || *size < 0)
            return InvalidArgument(Join(at, "parameters.binary_data_size"), "not a number of bytes");
          input.binary_size = static_cast<size_t>(*size);
          return {};
        });
  }

  Status ReadData(value from, const std::string& at, JsonInput& input) const {
    if (const auto count = CheckShape(input.shape, most_elements_, Join(at, "shape")); !count) return count.error();
    auto tensor = ReadJsonData(from, input.dtype, input.shape, Join(at, "data"));
    if (!tensor) return tensor.error();
    input.tensor = std::move(*tensor);
    return {};
  }

  /// The data came before what says how to read it: goes through the object once more.
  Status ReadDataAgain(simdjson::ondemand::object& object, const std::string& at, JsonInput& input) const {
    if (const auto error = object.reset().error()) return FromSimdjson(error, at);
    value data;
    if (const auto error = object.find_field_unordered("data").get(data)) return FromSimdjson(error, Join(at, "data"));
    return ReadData(data, at, input);
  }

  Status ReadOutput(value from, const std::string& at) {
    WantedOutput output;
    simdjson::ondemand::object object;
    if (const auto error = from.get_object().get(object)) return FromSimdjson(error, at);
    auto read = ForEachField(object, at, kOutputFields, [&](size_t field, value v) -> Status {
      if (field == 0) return Take(ReadString(v, Join(at, "name")), output.name);
      return ForEachParameter(v, Join(at, "parameters"),
                              [&](std::string_view name, const ParameterValue& parameter) -> Status {
                                if (name != "binary_data") return CheckTensorParameter(name, parameter, at);
                                const auto* flag = std::get_if<bool>(&parameter);
                                if (flag == nullptr)
                                  return InvalidArgument(Join(at, "parameters.binary_data"), "neither true nor false");
                                output.binary = *flag;
                                return {};
                              });
    });
    if (!read) return read;
    if (output.name.empty()) return InvalidArgument(Join(at, "name"), "missing");
    infer_.call.outputs.push_back(std::move(output));
    return {};
  }

  const int64_t most_elements_;  // an element takes a byte of JSON at least
  JsonInfer infer_;
};

}  // namespace

Result<JsonInfer> ReadJsonInfer(std::span<const std::byte> json) {
  static thread_local KeptParser kept;
  const auto* text = reinterpret_cast<const char*>(json.data());
  simdjson::ondemand::document document;
  const simdjson::padded_string_view padded(text, json.size(), json.size() + Body::kPadding);
  InferReader reader(json.size());
  Status read;
  if (const auto error = kept.Get().iterate(padded).get(document))
    read = FromSimdjson(error, "body");
  else
    read = reader.Read(document);
  kept.Trim();
  if (!read) return read.error();
  return reader.Result();
}

}  // namespace crossdock::net::http

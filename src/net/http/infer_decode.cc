#include "net/http/infer_decode.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "net/binary_tensor.h"
#include "net/http/json_infer.h"

namespace crossdock::net::http {
namespace {

constexpr std::string_view kLengthHeader = "Inference-Header-Content-Length";

Result<size_t> JsonLength(std::string_view text, size_t body_bytes) {
  if (text.empty()) return body_bytes;
  size_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  if (error != std::errc() || end != text.data() + text.size()) {
    return InvalidArgument(std::string(kLengthHeader),
                           fmt::format("\"{}\" is not a number of bytes", text.substr(0, 64)));
  }
  if (length > body_bytes) {
    return InvalidArgument(std::string(kLengthHeader),
                           fmt::format("{} bytes, but the body has only {}", length, body_bytes));
  }
  return length;
}

}  // namespace

size_t BinaryPart(const Headers& headers) {
  size_t length = 0;
  const auto text = headers.Get(kLengthHeader);
  std::from_chars(text.data(), text.data() + text.size(), length);
  return length;
}

Result<InferCall> DecodeInfer(const Body& body, std::string_view json_length) {
  const auto length = JsonLength(json_length, body.size());
  if (!length) return length.error();
  auto json = ReadJsonInfer(body.bytes().first(*length));
  if (!json) return json.error();
  auto rest = body.bytes().subspan(*length);
  InferCall call = std::move(json->call);
  for (size_t i = 0; i < json->inputs.size(); ++i) {
    auto& input = json->inputs[i];
    if (input.tensor) {
      call.inputs.push_back({std::move(input.name), std::move(*input.tensor)});
      continue;
    }
    if (*input.binary_size > rest.size()) {
      return InvalidArgument(
          fmt::format("inputs[{}].parameters.binary_data_size", i),
          fmt::format("{} bytes, but only {} of the body are left", *input.binary_size, rest.size()));
    }
    auto tensor = BinaryTensor(input.dtype, std::move(input.shape), body.owner(), rest.first(*input.binary_size),
                               fmt::format("inputs[{}]", i));
    if (!tensor) return tensor.error();
    rest = rest.subspan(*input.binary_size);
    call.inputs.push_back({std::move(input.name), std::move(*tensor)});
  }
  if (!rest.empty())
    return InvalidArgument("body", fmt::format("{} bytes more than the inputs' binary_data_size say", rest.size()));
  return call;
}

Result<InferCall> DecodeRawInfer(const Body& body, const model::Version& version) {
  const auto& inputs = version.signature().inputs;
  if (inputs.size() != 1) {
    return InvalidArgument(
        "body", fmt::format("raw data without a JSON part can be sent to models with one input; this one has {}",
                            inputs.size()));
  }
  const engine::Port& port = inputs[0];
  tensor::Shape shape = port.shape;
  const auto open = std::count(shape.begin(), shape.end(), int64_t{-1});
  if (port.dtype == tensor::DType::kBytes) {
    std::replace(shape.begin(), shape.end(), int64_t{-1}, int64_t{1});
  } else if (open == 1) {
    int64_t others = static_cast<int64_t>(tensor::SizeOf(port.dtype));
    for (const int64_t dim : shape) others *= dim < 0 ? 1 : dim;
    const auto size = static_cast<int64_t>(body.size());
    if (others <= 0 || size % others != 0) {
      return InvalidArgument(
          "body", fmt::format("{} bytes do not fill {} {}", size, tensor::Name(port.dtype), tensor::ToString(shape)));
    }
    std::replace(shape.begin(), shape.end(), int64_t{-1}, size / others);
  } else if (open > 1) {
    return InvalidArgument("body",
                           fmt::format("raw data do not say which shape of {} they are", tensor::ToString(shape)));
  }
  auto tensor = BinaryTensor(port.dtype, std::move(shape), body.owner(), body.bytes(), "body");
  if (!tensor) return tensor.error();
  InferCall call;
  call.inputs.push_back({port.name, std::move(*tensor)});
  return call;
}

Result<InferCall> DecodePictureInfer(const Body& body, const model::Version& version) {
  const auto& config = version.config().picture;
  if (!config) {
    return InvalidArgument(
        "Content-Type", fmt::format("model {} takes no pictures: its model.yaml has no `picture`", version.id().name));
  }
  if (body.empty()) return InvalidArgument("body", "there is no picture");
  const auto target = model::TargetOf(*config, version.signature());
  if (!target) return target.error();
  InferCall call;
  const std::string_view picture = body.text();
  call.inputs.push_back(
      {version.signature().inputs[target->port].name, tensor::Tensor::OfStrings({1}, std::span(&picture, 1))});
  return call;
}

}  // namespace crossdock::net::http

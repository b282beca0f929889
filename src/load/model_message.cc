#include "load/model_message.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tensor/made_tensor.h"

namespace crossdock::load {
namespace {

using Json = nlohmann::ordered_json;
using tensor::Shape;

struct Input {
  std::string name;
  tensor::DType dtype;
  Shape shape;
};

Result<std::vector<Input>> ReadInputs(const std::string& model, std::string_view metadata) {
  const Error unreadable = InvalidArgument("model", fmt::format("the description of \"{}\" cannot be read", model));
  const Json json = Json::parse(metadata, nullptr, false);
  if (!json.is_object() || !json.contains("inputs") || !json["inputs"].is_array()) return unreadable;
  std::vector<Input> inputs;
  for (const Json& port : json["inputs"]) {
    if (!port.is_object() || !port.contains("name") || !port["name"].is_string() || !port.contains("datatype") ||
        !port["datatype"].is_string() || !port.contains("shape") || !port["shape"].is_array())
      return unreadable;
    const auto dtype = tensor::ParseDType(port["datatype"].get_ref<const std::string&>());
    if (!dtype) return unreadable;
    Input input{port["name"], *dtype, {}};
    for (const Json& dimension : port["shape"]) {
      if (!dimension.is_number_integer()) return unreadable;
      input.shape.push_back(dimension.get<int64_t>());
    }
    inputs.push_back(std::move(input));
  }
  return inputs;
}

Status FillShape(const ModelCall& call, Input& input) {
  if (const auto given = call.shapes.find(input.name); given != call.shapes.end()) {
    const Shape model = std::exchange(input.shape, given->second);
    bool fits = model.size() == input.shape.size();
    for (size_t i = 0; fits && i < model.size(); ++i)
      fits = input.shape[i] >= 0 && (model[i] < 0 || model[i] == input.shape[i]);
    if (fits) return {};
    return InvalidArgument("shapes." + input.name, fmt::format("{} does not fit the model's {}",
                                                               tensor::ToString(input.shape), tensor::ToString(model)));
  }
  if (!input.shape.empty() && input.shape.front() < 0) input.shape.front() = call.batch;
  for (const int64_t dimension : input.shape) {
    if (dimension < 0)
      return InvalidArgument("shapes." + input.name,
                             fmt::format("the model takes {} with more open than the batch: give the whole shape",
                                         tensor::ToString(input.shape)));
  }
  return {};
}

/// A misspelt input would otherwise be sent in another shape than was asked for.
Status CheckNames(const ModelCall& call, const std::vector<Input>& inputs) {
  for (const auto& [name, shape] : call.shapes) {
    bool known = false;
    std::string names;
    for (const Input& input : inputs) {
      known = known || input.name == name;
      names += (names.empty() ? "" : ", ") + input.name;
    }
    if (!known)
      return InvalidArgument("shapes." + name, fmt::format("no input of \"{}\"; it has {}", call.model, names));
  }
  return {};
}

}  // namespace

Result<Message> MakeModelMessage(const Address& address, const ModelCall& call, std::string_view metadata,
                                 HeaderLines headers) {
  auto inputs = ReadInputs(call.model, metadata);
  if (!inputs) return inputs.error();
  if (auto known = CheckNames(call, *inputs); !known) return known.error();
  std::mt19937 random(call.seed);
  Json ports = Json::array();
  std::vector<tensor::Tensor> tensors;
  for (Input& input : *inputs) {
    if (auto filled = FillShape(call, input); !filled) return filled.error();
    auto made = tensor::MadeTensor(input.dtype, input.shape, tensor::ValueRange::kUnit, random);
    if (!made) return made.error();
    ports.push_back({{"name", input.name},
                     {"datatype", tensor::Name(input.dtype)},
                     {"shape", input.shape},
                     {"parameters", {{"binary_data_size", made->size_bytes()}}}});
    tensors.push_back(*std::move(made));
  }
  const std::string json = Json{{"inputs", ports}, {"parameters", {{"binary_data_output", true}}}}.dump();
  auto body = std::make_shared<std::string>(json);
  for (const auto& one : tensors) {
    const auto bytes = one.view().bytes;
    body->append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  headers.emplace_back("Content-Type", "application/octet-stream");
  headers.emplace_back("Inference-Header-Content-Length", std::to_string(json.size()));
  return MakeMessage(address, "POST", fmt::format("/v2/models/{}/infer", call.model), headers, std::move(body));
}

}  // namespace crossdock::load

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "net/front_end.h"

/// A catalog and a service without an engine: models that give back what they get.
namespace crossdock::net::testing {

inline engine::Port AnyPort(std::string name, tensor::DType dtype, tensor::Shape shape = {-1, -1}) {
  return {std::move(name), dtype, std::move(shape), engine::BatchAxis::kNone};
}

/// One model per element type, "identity_fp32", …, with input "INPUT0" and output "OUTPUT0"; "pair" with two of each; "fixed" of
/// shape [1,4]; "loading", which is not ready; "slow", which answers only when told.
class EchoCatalog final : public model::Catalog {
 public:
  EchoCatalog() {
    for (int i = 0; i <= static_cast<int>(tensor::DType::kBytes); ++i) {
      const auto dtype = static_cast<tensor::DType>(i);
      std::string name = std::string("identity_") + tensor::Name(dtype);
      for (char& c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
      Add(std::move(name), {AnyPort("INPUT0", dtype)}, {AnyPort("OUTPUT0", dtype)}, 1);
    }
    using enum tensor::DType;
    Add("pair", {AnyPort("INPUT0", kF32), AnyPort("INPUT1", kI64)},
        {AnyPort("OUTPUT0", kF32), AnyPort("OUTPUT1", kI64)}, 1);
    Add("fixed", {AnyPort("INPUT0", kF32, {1, 4})}, {AnyPort("OUTPUT0", kF32, {1, 4})}, 1);
    auto batched = AnyPort("INPUT0", kF32, {-1, 16});
    batched.batch = engine::BatchAxis::kFirst;
    auto batched_out = batched;
    batched_out.name = "OUTPUT0";
    Add("batched", {batched}, {batched_out}, 8);
    Add("slow", {AnyPort("INPUT0", kF32)}, {AnyPort("OUTPUT0", kF32)}, 1);
  }

  Result<model::Pin> Find(std::string_view name, std::optional<int> version) const override {
    if (name == "loading") return Error{ErrorCode::kUnavailable, "\"loading\" is loading", "", Reason::kModelNotReady};
    for (const auto& pin : pins_) {
      if (pin->id().name == name && version.value_or(1) == 1) return pin;
    }
    return Error{ErrorCode::kNotFound, "no model \"" + std::string(name) + "\"", "model_name"};
  }

  std::vector<model::VersionStatus> List() const override {
    std::vector<model::VersionStatus> list;
    list.reserve(pins_.size() + 1);
    for (const auto& pin : pins_) list.push_back({pin->id(), model::VersionState::kReady, ""});
    list.push_back({{"loading", 1}, model::VersionState::kLoading, ""});
    return list;
  }

 private:
  void Add(std::string name, std::vector<engine::Port> inputs, std::vector<engine::Port> outputs, int max_batch) {
    model::Version::Parts parts;
    parts.id = {std::move(name), 1};
    parts.runtime = "fake";
    parts.signature = {std::move(inputs), std::move(outputs), {}};
    parts.max_batch = max_batch;
    pins_.push_back(std::make_shared<const model::Version>(std::move(parts)));
  }
  std::vector<model::Pin> pins_;
};

/// Answers at once with the inputs as outputs, INPUTn as OUTPUTn. `intercept` may look at a request first, or take it away.
class EchoService final : public pipeline::InferService {
 public:
  explicit EchoService(const model::Catalog& catalog) : catalog_(catalog) {}
  std::function<void(pipeline::InferRequest&)> intercept;

  void Infer(pipeline::InferRequest request) noexcept override {
    if (intercept) intercept(request);
    if (!request.done) return;
    const auto pin = catalog_.Find(request.model, request.version);
    if (!pin) return request.done.Finish(pin.error());
    auto answer = Echo(**pin, request);
    request.done.Finish(std::move(answer));
  }

 private:
  static Result<pipeline::InferAnswer> Echo(const model::Version& version, const pipeline::InferRequest& request) {
    pipeline::InferAnswer answer;
    answer.model = version.id();
    answer.timing = {std::chrono::microseconds(10), std::chrono::microseconds(20), std::chrono::microseconds(30),
                     std::chrono::microseconds(40), 1};
    const auto& signature = version.signature();
    for (size_t port = 0; port < signature.inputs.size(); ++port) {
      const auto* tensor = FindInput(request, signature.inputs[port].name);
      if (tensor == nullptr)
        return InvalidArgument("inputs", "input \"" + signature.inputs[port].name + "\" is missing");
      if (tensor->dtype() != signature.inputs[port].dtype)
        return InvalidArgument("inputs[0].datatype", "not the model's type");
      if (Wants(request, signature.outputs[port].name))
        answer.outputs.push_back({signature.outputs[port].name, *tensor});
    }
    if (!request.wanted_outputs.empty() && answer.outputs.size() != request.wanted_outputs.size()) {
      return InvalidArgument("outputs[0].name", "no such output");
    }
    return answer;
  }
  static const tensor::Tensor* FindInput(const pipeline::InferRequest& request, const std::string& name) {
    for (const auto& input : request.inputs) {
      if (input.name == name) return &input.tensor;
    }
    return nullptr;
  }
  static bool Wants(const pipeline::InferRequest& request, const std::string& name) {
    const auto& wanted = request.wanted_outputs;
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
  }
  const model::Catalog& catalog_;
};

}  // namespace crossdock::net::testing

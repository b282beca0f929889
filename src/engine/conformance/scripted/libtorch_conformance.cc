#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <memory>

#include <ATen/ops/empty.h>
#include <gtest/gtest.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/serialization/import.h>

#include "engine/conformance/compare.h"
#include "engine/conformance/scripted/scripted_case.h"
#include "engine/fake/element.h"
#include "engine/libtorch/dtypes.h"
#include "engine/libtorch/results.h"

/// Scripted modules through the plug-in at every level, and through LibTorch's own interface alone. No ONNX case can be run here: LibTorch
/// reads no ONNX.
namespace crossdock::engine::conformance {

Tensor Make(const Given& given) {
  Tensor made = Tensor::Allocate(given.dtype, given.shape).value();
  std::byte* at = made.mutable_view().bytes.data();
  for (const double value : given.values) {
    if (given.dtype == DType::kI64) {
      *reinterpret_cast<int64_t*>(at) = static_cast<int64_t>(value);
    } else {
      fake::WriteElement(given.dtype, value, at);
    }
    at += tensor::SizeOf(given.dtype);
  }
  return made;
}

namespace {

at::Tensor ToVendor(const Given& given) {
  const Tensor made = Make(given);
  at::Tensor out = at::empty(given.shape, at::TensorOptions().dtype(*libtorch::ToTorch(given.dtype)));
  if (!made.empty()) std::memcpy(out.data_ptr(), made.view().bytes.data(), made.size_bytes());
  return out;
}

void Write(const ScriptedCase& scripted, const std::filesystem::path& file) {
  torch::jit::Module module(scripted.name);
  module.register_attribute("training", c10::BoolType::get(), false);
  for (const auto& [name, weight] : scripted.weights) module.register_parameter(name, ToVendor(weight), false);
  module.define(scripted.forward + "\n");
  module.save(file.string());
}

std::vector<Port> PortsOf(const std::vector<std::pair<std::string, Given>>& tensors) {
  std::vector<Port> ports;
  for (const auto& [name, given] : tensors) ports.push_back({name, given.dtype, Shape(given.shape.size(), -1)});
  return ports;
}

void ExpectAnswers(const ScriptedCase& scripted, const std::vector<Tensor>& got, const std::string& way) {
  ASSERT_EQ(got.size(), scripted.outputs.size());
  for (size_t i = 0; i < got.size(); ++i) {
    const Status same = Compare({Kind::kTensor, {Make(scripted.outputs[i].second)}}, {Kind::kTensor, {got[i]}});
    EXPECT_TRUE(same) << way << ", output " << scripted.outputs[i].first << ": " << same.error().message;
  }
}

class ScriptedTest final : public testing::Test {
 public:
  explicit ScriptedTest(ScriptedCase scripted) : scripted_(std::move(scripted)) {}
  void TestBody() override {
    const auto file = std::filesystem::path(testing::TempDir()) /
                      ("scripted_" + std::to_string(getpid()) + "_" + scripted_.name + ".pt");
    Write(scripted_, file);
    Bare(file);
    for (const std::string& device : OpenRuntime("libtorch").value()->providers()) {
      for (const char* level : {"none", "basic", "all"}) ThroughPlugin(file, device, level);
    }
    std::filesystem::remove(file);
  }

 private:
  /// As LibTorch's documentation shows it.
  void Bare(const std::filesystem::path& file) {
    torch::jit::Module module = torch::jit::load(file.string());
    std::vector<c10::IValue> inputs;
    for (const auto& [name, given] : scripted_.inputs) inputs.emplace_back(ToVendor(given));
    const auto ports = PortsOf(scripted_.outputs);
    const auto answers = libtorch::Flatten(module.forward(inputs), ports);
    ASSERT_TRUE(answers) << answers.error().message;
    std::vector<Tensor> got;
    for (size_t i = 0; i < answers->size(); ++i) got.push_back(*libtorch::Wrap((*answers)[i], ports[i].dtype, {}));
    ExpectAnswers(scripted_, got, "bare");
  }
  void ThroughPlugin(const std::filesystem::path& file, const std::string& device, const std::string& level) {
    const std::string way = device + ", " + level;
    LoadOptions options;
    options.streams = 2;
    options.providers = {{device, {}}};
    options.optimization = level;
    options.inputs = PortsOf(scripted_.inputs);
    options.outputs = PortsOf(scripted_.outputs);
    const auto session = OpenRuntime("libtorch").value()->Load(file, options);
    ASSERT_TRUE(session) << way << ": " << session.error().message;
    std::vector<Tensor> inputs;
    std::vector<TensorView> views;
    for (const auto& [name, given] : scripted_.inputs) inputs.push_back(Make(given));
    for (const Tensor& input : inputs) views.push_back(input.view());
    // LibTorch profiles in the first call, and rewrites the graph for the later ones; on a GPU the fourth is a recorded one.
    for (int call = 0; call < 8; ++call) {
      const auto done = RunOnce(**session, views, call % 2);
      ASSERT_TRUE(done) << way << ": " << done.error().message;
      ExpectAnswers(scripted_, done->outputs, way);
    }
  }

  const ScriptedCase scripted_;
};

}  // namespace
}  // namespace crossdock::engine::conformance

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  using crossdock::engine::conformance::ScriptedTest;
  for (auto& scripted : crossdock::engine::conformance::ScriptedCases()) {
    const std::string name = scripted.name;
    testing::RegisterTest(
        "libtorch", name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
        [scripted]() -> testing::Test* { return std::make_unique<ScriptedTest>(scripted).release(); });
  }
  return RUN_ALL_TESTS();
}

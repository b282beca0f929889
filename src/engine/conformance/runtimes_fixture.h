#pragma once

#include <unistd.h>

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "engine/engine.h"
#include "engine/testing/onnx_file.h"

namespace crossdock::engine {

/// One runtime by name, and a folder of its own for files.
class EveryRuntime : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    auto opened = OpenRuntime(GetParam());
    ASSERT_TRUE(opened) << opened.error().message;
    runtime_ = *opened;
    const std::string name = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = std::filesystem::path(::testing::TempDir()) / ("crossdock_" + std::to_string(getpid())) / name;
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  /// The file, or the TorchScript module that computes the same with the file's ports declared.
  Result<std::unique_ptr<Session>> Load(const testing::OnnxFile& file, LoadOptions options = {}) {
    if (GetParam() != "libtorch") return runtime_->Load(file.Save(folder_ / "model.onnx"), options);
    options.inputs = file.input_ports();
    options.outputs = file.output_ports();
    return runtime_->Load(std::filesystem::path(CROSSDOCK_TORCH_MODULES) / (file.torch_module() + ".pt"), options);
  }
  /// y = x + 1, FP32 [-1, 2].
  static testing::OnnxFile AddOne() {
    testing::OnnxFile file;
    file.Input("x", DType::kF32, {-1, 2})
        .Output("y", DType::kF32, {-1, 2})
        .Floats("one", {1}, {1})
        .Node("Add", {"x", "one"}, {"y"})
        .Torch("add_one");
    return file;
  }
  static TensorView Floats(const Shape& shape, std::span<const float> values) {
    return {DType::kF32, shape, std::as_bytes(values)};
  }

  Runtime* runtime_ = nullptr;
  std::filesystem::path folder_;
};

/// "libtorch", where this build has it: its modules are written then.
inline std::vector<std::string> LibTorchOfThisBuild() {
  if (std::string_view(CROSSDOCK_TORCH_MODULES).empty()) return {};
  return {"libtorch"};
}

/// The runtimes of this build.
inline std::vector<std::string> RuntimesOfThisBuild() {
  std::vector<std::string> names = {"onnxruntime", "openvino"};
  for (const std::string& name : LibTorchOfThisBuild()) names.push_back(name);
  return names;
}

inline std::string RuntimeNameOf(const ::testing::TestParamInfo<std::string>& info) { return info.param; }

}  // namespace crossdock::engine

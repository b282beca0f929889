#include <algorithm>
#include <fstream>

#include <gmock/gmock.h>

#include "engine/conformance/runtimes_fixture.h"

namespace crossdock::engine {
namespace {

/// Every runtime that keeps models gives back what was kept.
class Keeping : public EveryRuntime {
 protected:
  /// What LoadAndKeep wrote, in memory of its own.
  KeptModel Read(const std::filesystem::path& file, const Session& session) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    std::shared_ptr<std::byte> memory(static_cast<std::byte*>(std::aligned_alloc(64, (text.size() + 64) / 64 * 64)),
                                      [](std::byte* p) { std::free(p); });
    std::transform(text.begin(), text.end(), memory.get(), [](char c) { return static_cast<std::byte>(c); });
    const std::span<const std::byte> bytes(memory.get(), text.size());
    return {std::move(memory), bytes, session.signature(), session.placements()};
  }
  /// A model of some layers: pictures in, a convolution, a multiplication by weights, metadata.
  static testing::OnnxFile Layers() {
    std::vector<float> kernel(4 * 3 * 3 * 3);
    for (size_t i = 0; i < kernel.size(); ++i) kernel[i] = 0.01F * static_cast<float>(i % 17) - 0.08F;
    testing::OnnxFile file;
    file.Input("x", DType::kF32, {-1, 3, 8, 8})
        .Output("y", DType::kF32, {-1, 4, 8, 8})
        .Floats("kernel", {4, 3, 3, 3}, kernel)
        .Node("Conv", {"x", "kernel"}, {"c"})
        .Ints("pads", {1, 1, 1, 1})
        .Node("Relu", {"c"}, {"y"})
        .Metadata("character", "a\nb");
    return file;
  }
  static std::vector<float> Picture() {
    std::vector<float> values(2 * 3 * 8 * 8);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 29) / 29;
    return values;
  }
  static std::vector<float> Answer(Session& session) {
    const auto picture = Picture();
    const TensorView input = Floats({2, 3, 8, 8}, picture);
    const auto done = RunOnce(session, std::span(&input, 1));
    if (!done) return {};
    const auto values = done->outputs[0].view().as<float>();
    return {values.begin(), values.end()};
  }
};

TEST_P(Keeping, AKeptModelAnswersAsItsFileDoes) {
  ASSERT_TRUE(runtime_->CanKeep({}));
  const auto fresh = runtime_->LoadAndKeep(Layers().Save(folder_ / "model.onnx"), {}, folder_ / "kept");
  ASSERT_TRUE(fresh) << fresh.error().message;
  auto kept = runtime_->LoadKept(Read(folder_ / "kept", **fresh), {});
  ASSERT_TRUE(kept) << kept.error().message;
  const auto expected = Answer(**fresh);
  ASSERT_FALSE(expected.empty());
  EXPECT_EQ(Answer(**kept), expected) << "the same operators in the same order: bit for bit";
}

TEST_P(Keeping, AKeptModelHasTheFilesPortsMetadataAndSlots) {
  LoadOptions options;
  options.streams = 2;
  const auto fresh = runtime_->LoadAndKeep(Layers().Save(folder_ / "model.onnx"), options, folder_ / "kept");
  ASSERT_TRUE(fresh) << fresh.error().message;
  const auto kept = runtime_->LoadKept(Read(folder_ / "kept", **fresh), options);
  ASSERT_TRUE(kept) << kept.error().message;
  const Signature& signature = (*kept)->signature();
  ASSERT_EQ(signature.inputs.size(), 1U);
  EXPECT_EQ(signature.inputs[0].name, "x");
  EXPECT_EQ(signature.inputs[0].shape, (Shape{-1, 3, 8, 8}));
  EXPECT_EQ(signature.outputs[0].name, "y");
  EXPECT_EQ(signature.metadata.at("character"), "a\nb");
  EXPECT_EQ((*kept)->slots(), 2);
  ASSERT_FALSE((*kept)->placements().empty());
  EXPECT_EQ((*kept)->placements()[0].provider, "CPU");
}

TEST_P(Keeping, TheFileIsNotNeededAnyMore) {
  auto fresh = runtime_->LoadAndKeep(Layers().Save(folder_ / "model.onnx"), {}, folder_ / "kept");
  ASSERT_TRUE(fresh) << fresh.error().message;
  const auto expected = Answer(**fresh);
  auto kept_model = Read(folder_ / "kept", **fresh);
  fresh->reset();
  std::filesystem::remove_all(folder_);
  const auto kept = runtime_->LoadKept(kept_model, {});
  ASSERT_TRUE(kept) << kept.error().message;
  kept_model = {};  // the session holds what it reads in place
  EXPECT_EQ(Answer(**kept), expected);
}

TEST_P(Keeping, AFileThatCannotBeWrittenIsAnError) {
  const auto session =
      runtime_->LoadAndKeep(Layers().Save(folder_ / "model.onnx"), {}, folder_ / "no such folder" / "kept");
  EXPECT_FALSE(session);
  EXPECT_TRUE(runtime_->Load(folder_ / "model.onnx", {}));
}

TEST_P(Keeping, OtherDevicesAndOperatorsOfOnesOwnAreNotKept) {
  LoadOptions options;
  options.providers = {{"CUDA", {}}, {"CPU", {}}};
  EXPECT_FALSE(runtime_->CanKeep(options));
}

INSTANTIATE_TEST_SUITE_P(Engine, Keeping, ::testing::Values("onnxruntime", "openvino"), RuntimeNameOf);

}  // namespace
}  // namespace crossdock::engine

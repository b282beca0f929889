#include "model/hot/model_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/testing/onnx_file.h"
#include "model/hot/load_key.h"
#include "model/hot/test_cache.h"

namespace crossdock::model {
namespace {

using engine::testing::OnnxFile;
using tensor::DType;
using testing::BytesOf;

class ModelFiles : public testing::CacheTest {
 protected:
  static OnnxFile WithWeightsIn(std::string_view file) {
    OnnxFile onnx;
    onnx.Input("x", DType::kF32, {2})
        .Output("y", DType::kF32, {2})
        .External("w", {2}, file)
        .Node("Add", {"x", "w"}, {"y"});
    return onnx;
  }
  std::string Digest(const std::filesystem::path& file) { return DigestOfModel(file, {}).value(); }
};

TEST_F(ModelFiles, WeightsInAFileOfTheirOwnBelongToTheModel) {
  Write("weights.bin", "8 bytes!");
  const auto model = WithWeightsIn("weights.bin").Save(root_ / "model.onnx");
  EXPECT_THAT(ExternalDataOf(BytesOf(WithWeightsIn("weights.bin").Bytes()), root_),
              ::testing::ElementsAre(root_ / "weights.bin"));
  const std::string before = Digest(model);
  EXPECT_EQ(Digest(model), before);
  Write("weights.bin", "8 others");
  EXPECT_NE(Digest(model), before);
}

TEST_F(ModelFiles, FilesThatTheModelDoesNotNameDoNotCount) {
  Write("weights.bin", "8 bytes!");
  const auto model = WithWeightsIn("weights.bin").Save(root_ / "model.onnx");
  const std::string before = Digest(model);
  Write("other.bin", "anything");
  EXPECT_EQ(Digest(model), before);
}

TEST_F(ModelFiles, NamesOfAnyLengthAreFoundAndBrokenOnesPassedOver) {
  const std::string longest(200, 'w');
  Write(longest, "8 bytes!");
  EXPECT_EQ(ExternalDataOf(BytesOf(WithWeightsIn(longest).Bytes()), root_).size(), 1u);
  EXPECT_TRUE(ExternalDataOf(BytesOf(WithWeightsIn("not there").Bytes()), root_).empty());
  const std::string cut = std::string("\x0a\x08location\x12\xff\xff", 13);
  EXPECT_TRUE(ExternalDataOf(BytesOf(cut), root_).empty());
  EXPECT_TRUE(ExternalDataOf(BytesOf(cut.substr(0, 11)), root_).empty());
}

TEST_F(ModelFiles, TheWeightsOfAnXmlFileLieBesideIt) {
  const auto model = Write("m.xml", "<net/>");
  Write("m.bin", "weights");
  const std::string before = Digest(model);
  Write("m.bin", "wEights");
  EXPECT_NE(Digest(model), before);
}

TEST_F(ModelFiles, LibrariesOfOperatorsCount) {
  const auto model = Write("m.onnx", "model");
  const std::filesystem::path library = Write("ops.so", "one");
  const auto before = DigestOfModel(model, std::span(&library, 1)).value();
  Write("ops.so", "two");
  EXPECT_NE(DigestOfModel(model, std::span(&library, 1)).value(), before);
}

TEST_F(ModelFiles, AMissingFileIsNamed) {
  const auto digest = DigestOfModel(root_ / "ghost.onnx", {});
  ASSERT_FALSE(digest);
  EXPECT_NE(digest.error().message.find("ghost.onnx"), std::string::npos);
}

class Keys : public testing::CacheTest {
 protected:
  void SetUp() override {
    CacheTest::SetUp();
    found_.name = "m";
    found_.file = Write("m.fake", "bytes");
  }
  LoadKey Key(std::string_view version = "1", int limit = 0) { return KeyOf(found_, "fake", version, limit).value(); }
  FoundVersion found_;
};

TEST_F(Keys, EveryOptionThatLoadingSeesMakesAnotherKey) {
  const std::string before = DigestOf(Key());
  EXPECT_EQ(DigestOf(Key()), before);
  const auto changed = [&](auto change) {
    const FoundVersion kept = found_;
    change(found_.config);
    const bool differs = DigestOf(Key()) != before;
    found_ = kept;
    return differs;
  };
  EXPECT_TRUE(changed([](ModelConfig& c) { c.options.threads = 2; }));
  EXPECT_TRUE(changed([](ModelConfig& c) { c.options.optimization = "basic"; }));
  EXPECT_TRUE(changed([](ModelConfig& c) { c.options.hints["memory_pattern"] = "off"; }));
  EXPECT_TRUE(changed([](ModelConfig& c) { c.options.precision_hint = "bf16"; }));
  EXPECT_TRUE(changed([](ModelConfig& c) { c.options.providers = {{"CPU", {}}}; }));
  EXPECT_TRUE(changed([](ModelConfig& c) { c.warm_shapes = {{3, 64, 64}}; }));
  EXPECT_TRUE(changed([](ModelConfig& c) { c.batching.max_batch = 2; }));
  EXPECT_NE(DigestOf(Key("1", 4)), before) << "the manifest's limit of rows";
  EXPECT_FALSE(changed([](ModelConfig& c) { c.deadline_ms = 7; })) << "requests see it, loading does not";
  EXPECT_FALSE(changed([](ModelConfig& c) { c.load_priority = 7; }));
}

TEST_F(Keys, AnotherRuntimeVersionOrModelIsToldByName) {
  const LoadKey before = Key();
  EXPECT_EQ(Differences(before, Key("2")), "the runtime (fake 1)");
  Write("m.fake", "bYtes");
  EXPECT_EQ(Differences(before, Key()), "the model's bytes");
  EXPECT_EQ(before.place, Key().place);
  EXPECT_NE(DigestOf(before), DigestOf(Key()));
}

}  // namespace
}  // namespace crossdock::model

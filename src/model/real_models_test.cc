#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/testing/onnx_file.h"
#include "model/load_version.h"

namespace crossdock::model {
namespace {

namespace fs = std::filesystem;
using engine::testing::OnnxFile;
using engine::testing::SaveBytes;
using tensor::DType;
using testing::HasSubstr;

class RealModels : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("real_models_test_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    found_.name = "m";
    found_.config.batching.max_batch = 3;
    found_.config.options.streams = 1;
  }
  void TearDown() override { fs::remove_all(folder_); }

  Result<std::unique_ptr<const Version>> Load(const fs::path& file) {
    found_.file = file;
    return LoadVersion(found_, [] {}, {});
  }
  Result<std::unique_ptr<const Version>> Load(const OnnxFile& file) { return Load(file.Save(folder_ / "m.onnx")); }
  /// Served, one row a call, and the note says why.
  void ExpectUnbatched(const OnnxFile& file, const std::string& why) {
    const auto version = Load(file);
    ASSERT_TRUE(version) << version.error().message;
    EXPECT_EQ((*version)->max_batch(), 1);
    EXPECT_THAT((*version)->batch_note(), HasSubstr(why));
    EXPECT_EQ((*version)->signature().inputs[0].batch, engine::BatchAxis::kNone);
  }
  static bool Missing(const fs::path& file) { return !fs::exists(file); }

  fs::path folder_;
  FoundVersion found_;
};

TEST_F(RealModels, ADetectorOfFixedBatchOneIsServedUnbatchedWithTheReason) {
  const fs::path file = "../shared/data/models/yolox_nano.onnx";
  if (Missing(file)) GTEST_SKIP() << file << " is not there";
  const auto version = Load(file);
  ASSERT_TRUE(version) << version.error().message;
  EXPECT_EQ((*version)->max_batch(), 1);
  EXPECT_THAT((*version)->batch_note(), HasSubstr("fixed at 1"));
  ASSERT_EQ((*version)->buckets().size(), 1U);
  EXPECT_EQ((*version)->buckets()[0].inputs[0], (tensor::Shape{1, 3, 416, 416}));
  EXPECT_GT((*version)->latency()[0].Mean(1).count(), 0);
}

TEST_F(RealModels, ATextReaderOfOpenWidthIsBatchedInEveryRuntime) {
  const fs::path file = ".deps/models/ch_PP-OCRv4_rec_infer.onnx";
  if (Missing(file)) GTEST_SKIP() << file << " is not there";
  found_.config.warm_shapes = {{3, 48, 64}, {3, 48, 96}};
  for (const char* runtime : {"onnxruntime", "openvino"}) {
    found_.config.runtime = runtime;
    const auto version = Load(file);
    ASSERT_TRUE(version) << runtime << ": " << version.error().message;
    EXPECT_EQ((*version)->max_batch(), 3) << runtime << ": " << (*version)->batch_note();
    EXPECT_EQ((*version)->runtime(), runtime);
    EXPECT_EQ((*version)->signature().inputs[0].batch, engine::BatchAxis::kFirst);
    EXPECT_EQ((*version)->buckets().size(), 2U);
    EXPECT_EQ((*version)->latency().size(), 2U);
    EXPECT_TRUE((*version)->signature().metadata.contains("character")) << "the dictionary";
  }
}

TEST_F(RealModels, ABareFileWithoutAnyConfigurationIsEnough) {
  for (const char* name : {"ch_PP-OCRv4_det_infer", "ch_ppocr_mobile_v2.0_cls_infer"}) {
    const fs::path file = fs::path(".deps/models") / (std::string(name) + ".onnx");
    if (Missing(file)) GTEST_SKIP() << file << " is not there";
    const auto version = Load(file);
    ASSERT_TRUE(version) << version.error().message;
    EXPECT_TRUE((*version)->batchable()) << name << ": " << (*version)->batch_note();
  }
}

TEST_F(RealModels, RowsThatReadEachOtherAreFoundOut) {
  OnnxFile file;
  file.Input("x", DType::kF32, {-1, 4}).Output("y", DType::kF32, {-1, 4}).Node("ReduceMean", {"x"}, {"m"});
  ExpectUnbatched(file.Ints("axes", {0}).Node("Sub", {"x", "m"}, {"y"}), "depend on each other");
}

TEST_F(RealModels, DetectionsThatAreListedOverAllPicturesAreFoundOut) {
  OnnxFile file;
  file.Input("x", DType::kF32, {-1, 4}).Output("found", DType::kI64, {-1, 2}).Node("NonZero", {"x"}, {"t"});
  ExpectUnbatched(file.Node("Transpose", {"t"}, {"found"}), "first dimension is not the batch");
}

TEST_F(RealModels, AGraphThatReshapesToOneRowIsFoundOut) {
  OnnxFile file;
  file.Input("x", DType::kF32, {-1, 4}).Output("y", DType::kF32, {1, 4}).Int64s("shape", {2}, {1, 4});
  ExpectUnbatched(file.Node("Reshape", {"x", "shape"}, {"y"}), "fails on two rows");
}

TEST_F(RealModels, AScalarBesideTheRowsIsNotABatch) {
  OnnxFile file;
  file.Input("x", DType::kF32, {-1, 4}).Input("s", DType::kF32, {}).Output("y", DType::kF32, {-1, 4});
  ExpectUnbatched(file.Node("Mul", {"x", "s"}, {"y"}), "\"s\" is a scalar");
}

TEST_F(RealModels, AModelThatAnswersByChanceIsNotBatched) {
  OnnxFile file;
  file.Input("x", DType::kF32, {-1, 4}).Output("y", DType::kF32, {-1, 4}).Node("RandomUniformLike", {"x"}, {"y"});
  ExpectUnbatched(file, "differently each time");
}

TEST_F(RealModels, ATrialThatCannotTellRowsApartProvesNothing) {
  OnnxFile file;
  file.Input("x", DType::kF32, {-1, 4})
      .Output("y", DType::kF32, {-1, 4})
      .Floats("zero", {1}, {0})
      .Node("Mul", {"x", "zero"}, {"y"});
  ExpectUnbatched(file, "the same answer");
}

TEST_F(RealModels, WhatCannotBeServedNamesFileAndReason) {
  OnnxFile future(99);
  future.Input("x", DType::kF32, {1}).Output("y", DType::kF32, {1}).Node("Relu", {"x"}, {"y"});
  OnnxFile foreign;
  foreign.Input("x", DType::kF32, {1}).Output("y", DType::kF32, {1}).Node("Frobnicate", {"x"}, {"y"});
  OnnxFile apart;
  apart.Input("x", DType::kF32, {2})
      .Output("y", DType::kF32, {2})
      .External("w", {2}, "weights.bin")
      .Node("Add", {"x", "w"}, {"y"});
  const std::pair<OnnxFile, const char*> cases[] = {{future, "99"}, {foreign, "Frobnicate"}, {apart, "weights.bin"}};
  for (const auto& [file, reason] : cases) {
    const auto version = Load(file);
    ASSERT_FALSE(version) << reason;
    EXPECT_EQ(version.error().reason, Reason::kModelFailed);
    EXPECT_THAT(version.error().message, HasSubstr("m.onnx"));
    EXPECT_THAT(version.error().message, HasSubstr(reason));
  }
}

TEST_F(RealModels, AConfiguredShapeThatDoesNotFitIsNamed) {
  found_.config.warm_shapes = {{5}};
  OnnxFile file;
  file.Input("x", DType::kF32, {-1, 4}).Output("y", DType::kF32, {-1, 4}).Node("Relu", {"x"}, {"y"});
  const auto version = Load(file);
  ASSERT_FALSE(version);
  EXPECT_THAT(version.error().message, HasSubstr("[1,5]"));
}

TEST_F(RealModels, CutAndFlippedFilesAreRefusedOrServedButNeverFatal) {
  const fs::path file = ".deps/models/ch_ppocr_mobile_v2.0_cls_infer.onnx";
  if (Missing(file)) GTEST_SKIP() << file << " is not there";
  std::ifstream stream(file, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(stream), {}};
  found_.config.batching.max_batch = 1;
  for (const char* runtime : {"onnxruntime", "openvino"}) {
    found_.config.runtime = runtime;
    for (const size_t part : {0, 10, 60, 99}) {
      EXPECT_FALSE(Load(SaveBytes(folder_ / "cut.onnx", whole.substr(0, whole.size() * part / 100))))
          << runtime << " " << part;
    }
    for (size_t at = 1; at < 400; at += 57) {
      std::string flipped = whole;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << at % 8));
      const auto version = Load(SaveBytes(folder_ / "flipped.onnx", flipped));
      EXPECT_THAT(version ? "flipped.onnx" : version.error().message, HasSubstr("flipped.onnx"));
    }
  }
}

}  // namespace
}  // namespace crossdock::model

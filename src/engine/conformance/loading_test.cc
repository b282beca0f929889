#include <fstream>

#include <gmock/gmock.h>

#include "engine/conformance/runtimes_fixture.h"

namespace crossdock::engine {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Loading : public EveryRuntime {
 protected:
  /// The file is refused as the file's fault, by name.
  void ExpectRefused(const testing::OnnxFile& file, const ::testing::Matcher<std::string>& message) {
    const auto session = Load(file);
    ASSERT_FALSE(session);
    EXPECT_EQ(session.error().code, ErrorCode::kInvalidArgument) << session.error().message;
    EXPECT_EQ(session.error().field, "model");
    EXPECT_THAT(session.error().message, HasSubstr("model.onnx"));
    EXPECT_THAT(session.error().message, message);
  }
  std::string ReadBytes(const char* file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
};

TEST_P(Loading, AMissingFileIsNotFound) {
  const auto session = runtime_->Load(folder_ / "no.onnx", {});
  ASSERT_FALSE(session);
  EXPECT_EQ(session.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(session.error().message, HasSubstr("no.onnx"));
  EXPECT_EQ(runtime_->Load(folder_, {}).error().code, ErrorCode::kNotFound);
}

TEST_P(Loading, AnOperatorThatNobodyKnowsIsNamed) {
  testing::OnnxFile file;
  file.Input("x", DType::kF32, {1}).Output("y", DType::kF32, {1}).Node("Frobnicate", {"x"}, {"y"});
  ExpectRefused(file, HasSubstr("Frobnicate"));
}

TEST_P(Loading, AForeignDomainIsNamed) {
  testing::OnnxFile file;
  file.Input("x", DType::kF32, {1})
      .Output("y", DType::kF32, {1})
      .Node("Frobnicate", {"x"}, {"y"}, "com.example.parcel");
  ExpectRefused(file, HasSubstr("com.example.parcel"));
}

TEST_P(Loading, JunkIsRefusedAndTheRuntimeGoesOn) {
  const std::string junk = "not a model at all, but long enough to look like something";
  for (const std::string& bytes : {std::string(), junk, std::string(4096, '\0'), std::string(4096, '\xff')}) {
    const auto session = runtime_->Load(testing::SaveBytes(folder_ / "junk.onnx", bytes), {});
    ASSERT_FALSE(session) << bytes.size();
    EXPECT_EQ(session.error().code, ErrorCode::kInvalidArgument);
    EXPECT_THAT(session.error().message, HasSubstr("junk.onnx"));
  }
  EXPECT_TRUE(Load(AddOne()));
}

TEST_P(Loading, ATruncatedModelIsRefusedWhereverItIsCut) {
  const std::string whole = ReadBytes(".deps/models/ch_ppocr_mobile_v2.0_cls_infer.onnx");
  if (whole.empty()) GTEST_SKIP() << ".deps/models is not there: tools/setup fetches it";
  for (const size_t part : {1, 3, 50, 90, 99}) {
    const auto session =
        runtime_->Load(testing::SaveBytes(folder_ / "cut.onnx", whole.substr(0, whole.size() * part / 100)), {});
    ASSERT_FALSE(session) << part << " %";
    EXPECT_THAT(session.error().message, HasSubstr("cut.onnx"));
  }
}

TEST_P(Loading, AMissingSecondFileIsNamed) {
  testing::OnnxFile file;
  file.Input("x", DType::kF32, {2})
      .Output("y", DType::kF32, {2})
      .External("w", {2}, "weights.bin")
      .Node("Add", {"x", "w"}, {"y"});
  ExpectRefused(file, HasSubstr("weights.bin"));
}

TEST_P(Loading, ASecondFileOutsideTheModelsFolderIsRefused) {
  std::filesystem::create_directories(folder_ / "models");
  const std::vector<float> secret = {1, 2};
  testing::SaveBytes(folder_ / "secret.bin", {reinterpret_cast<const char*>(secret.data()), 8});
  for (const std::string& location : {std::string("../secret.bin"), (folder_ / "secret.bin").string()}) {
    testing::OnnxFile file;
    file.Input("x", DType::kF32, {2})
        .Output("y", DType::kF32, {2})
        .External("w", {2}, location)
        .Node("Add", {"x", "w"}, {"y"});
    EXPECT_FALSE(runtime_->Load(file.Save(folder_ / "models" / "model.onnx"), {})) << location;
  }
}

TEST_P(Loading, AModelThatReadsAMissingTensorIsRefused) {
  testing::OnnxFile file;
  file.Input("x", DType::kF32, {2}).Output("y", DType::kF32, {2}).Node("Add", {"x", "nowhere"}, {"y"});
  ExpectRefused(file, HasSubstr("nowhere"));
}

TEST_P(Loading, AWeightThatIsTooLargeForItsBytesIsRefused) {
  testing::OnnxFile file;
  file.Input("x", DType::kF32, {2})
      .Output("y", DType::kF32, {2})
      .Floats("w", {1 << 20, 1 << 20}, {1, 2})
      .Node("Add", {"x", "w"}, {"y"});
  EXPECT_FALSE(Load(file));
}

TEST_P(Loading, ASequenceIsNotServed) {
  testing::OnnxFile file;
  file.SequenceInput("s").Int64s("at", {}, {0}).Output("y", DType::kF32, {-1}).Node("SequenceAt", {"s", "at"}, {"y"});
  EXPECT_FALSE(Load(file));
}

TEST_P(Loading, PortsAreThoseOfTheFileInItsOrder) {
  testing::OnnxFile file;
  file.Input("b/data:0", DType::kI64, {-1, 3})
      .Input("a", DType::kI64, {-1, 3})
      .Output("z", DType::kI64, {-1, 3})
      .Output("c", DType::kI64, {-1, 3});
  file.Node("Add", {"b/data:0", "a"}, {"z"}).Node("Sub", {"b/data:0", "a"}, {"c"});
  const auto session = Load(file);
  ASSERT_TRUE(session) << session.error().message;
  const Signature& signature = (*session)->signature();
  ASSERT_EQ(signature.inputs.size(), 2U);
  ASSERT_EQ(signature.outputs.size(), 2U);
  EXPECT_EQ(signature.inputs[0].name, "b/data:0");
  EXPECT_EQ(signature.inputs[1].name, "a");
  EXPECT_EQ(signature.outputs[0].name, "z");
  EXPECT_EQ(signature.outputs[1].name, "c");
  EXPECT_EQ(signature.inputs[0].dtype, DType::kI64);
  EXPECT_EQ(signature.inputs[0].shape, (Shape{-1, 3}));
  EXPECT_EQ(signature.inputs[0].batch, BatchAxis::kNone);
}

TEST_P(Loading, MetadataIsTheFilesOwn) {
  testing::OnnxFile file = AddOne();
  file.Metadata("character", "a\nb\nc").Metadata("author", "nobody");
  const auto session = Load(file);
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ((*session)->signature().metadata.at("character"), "a\nb\nc");
  EXPECT_EQ((*session)->signature().metadata.at("author"), "nobody");
}

TEST_P(Loading, NodesAreCountedByProvider) {
  const auto session = Load(AddOne());
  ASSERT_TRUE(session) << session.error().message;
  ASSERT_EQ((*session)->placements().size(), 1U);
  EXPECT_EQ((*session)->placements()[0].provider, "CPU");
  EXPECT_GE((*session)->placements()[0].nodes, 1);
  EXPECT_FALSE((*session)->placements()[0].fallback);
}

INSTANTIATE_TEST_SUITE_P(Engine, Loading, ::testing::Values("onnxruntime", "openvino"), RuntimeNameOf);

TEST(OnnxRuntimeLoading, AnOpsetOfTheFutureIsNamed) {
  testing::OnnxFile file(99);
  file.Input("x", DType::kF32, {1}).Output("y", DType::kF32, {1}).Node("Relu", {"x"}, {"y"});
  const auto path = file.Save(std::filesystem::path(::testing::TempDir()) / "future.onnx");
  const auto session = OpenRuntime("onnxruntime").value()->Load(path, {});
  ASSERT_FALSE(session);
  EXPECT_THAT(session.error().message, HasSubstr("99"));
  EXPECT_THAT(session.error().message, HasSubstr("future.onnx"));
}

}  // namespace
}  // namespace crossdock::engine

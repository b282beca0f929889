#include "model/repository.h"

#include <unistd.h>

#include <fstream>

#include <gtest/gtest.h>

namespace crossdock::model {
namespace {

namespace fs = std::filesystem;

class Repository : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("repository_test_" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  void Write(const std::string& path, const std::string& text = "x") {
    fs::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path) << text;
  }
  std::vector<std::string> Names() {
    std::vector<std::string> names;
    const auto found = ScanRepository(folder_);
    for (const auto& v : found->versions) names.push_back(v.name + ":" + std::to_string(v.version));
    return names;
  }
  fs::path folder_;
};

TEST_F(Repository, ABareFileIsVersionOneOfItsName) {
  Write("yolox_nano.onnx");
  EXPECT_EQ(Names(), (std::vector<std::string>{"yolox_nano:1"}));
}

TEST_F(Repository, EveryKindOfFileHasItsRuntime) {
  for (const auto& [file, runtime] :
       {std::pair("a.onnx", "onnxruntime"), std::pair("b.xml", "openvino"), std::pair("c.pt", "libtorch"),
        std::pair("d.fake", "fake"), std::pair("e.txt", "")})
    EXPECT_EQ(RuntimeFor(file), runtime);
  Write("c/2/model.pt");
  Write("c/model.yaml", "inputs: [{name: x, dtype: FP16, shape: [-1, 3]}]\noutputs: [{name: y, shape: [-1]}]\n");
  const auto found = ScanRepository(folder_).value();
  ASSERT_EQ(found.versions.size(), 1U);
  const engine::LoadOptions options = LoadOptionsOf(found.versions[0].config);
  EXPECT_EQ(options.inputs.at(0).dtype, engine::DType::kF16);
  EXPECT_EQ(options.inputs.at(0).shape, (tensor::Shape{-1, 3}));
  EXPECT_EQ(options.outputs.at(0).dtype, engine::DType::kF32);
}

TEST_F(Repository, APortOfNoDtypeIsRefusedByItsPlace) {
  Write("c/1/model.pt");
  Write("c/model.yaml", "inputs: [{name: x, dtype: float}]\n");
  const auto found = ScanRepository(folder_).value();
  ASSERT_EQ(found.refusals.size(), 1U);
  EXPECT_NE(found.refusals[0].reason.find("inputs[0].dtype"), std::string::npos) << found.refusals[0].reason;
}

TEST_F(Repository, TheLatestVersionIsTakenUnlessThePolicySaysOtherwise) {
  Write("a/1/model.onnx");
  Write("a/10/model.onnx");
  Write("a/9/model.onnx");
  EXPECT_EQ(Names(), (std::vector<std::string>{"a:10"}));
  Write("a/model.yaml", "version_policy: all\n");
  EXPECT_EQ(Names(), (std::vector<std::string>{"a:1", "a:9", "a:10"}));
  Write("a/model.yaml", "version_policy: \"1,9\"\n");
  EXPECT_EQ(Names(), (std::vector<std::string>{"a:1", "a:9"}));
  Write("a/model.yaml", "version_policy: latest 2\n");
  EXPECT_EQ(Names(), (std::vector<std::string>{"a:9", "a:10"}));
}

TEST_F(Repository, HiddenAndHalfWrittenFilesArePassedOver) {
  Write(".hidden.onnx");
  Write("a.onnx.part");
  Write("b.onnx~");
  Write("notes.txt");
  Write("c/1.tmp/model.onnx");
  Write("c/2/model.onnx");
  EXPECT_EQ(Names(), (std::vector<std::string>{"c:2"}));
}

TEST_F(Repository, AVersionIsPassedOverWhileAnythingInItIsStillBeingCopied) {
  Write("a/1/model.onnx");
  Write("a/2/model.onnx");
  Write("a/2/weights/layer.bin.part");
  EXPECT_EQ(Names(), (std::vector<std::string>{"a:1"}));
  fs::remove_all(folder_ / "a/1");
  const auto found = ScanRepository(folder_);
  ASSERT_EQ(found->refusals.size(), 1U);
  EXPECT_NE(found->refusals[0].reason.find("layer.bin.part is still being written"), std::string::npos);
  fs::rename(folder_ / "a/2/weights/layer.bin.part", folder_ / "a/2/weights/layer.bin");
  EXPECT_EQ(Names(), (std::vector<std::string>{"a:2"}));
}

TEST_F(Repository, AnEmptyModelFolderIsRefusedWithWhatToDo) {
  fs::create_directories(folder_ / "empty");
  const auto found = ScanRepository(folder_);
  ASSERT_EQ(found->refusals.size(), 1u);
  EXPECT_NE(found->refusals[0].reason.find("empty/1/model.onnx"), std::string::npos);
}

TEST_F(Repository, AWrongModelYamlRefusesThatModelAlone) {
  Write("good.onnx");
  Write("bad/1/model.onnx");
  Write("bad/model.yaml", "bathcing: {}\n");
  const auto found = ScanRepository(folder_);
  EXPECT_EQ(found->versions.size(), 1u);
  ASSERT_EQ(found->refusals.size(), 1u);
  EXPECT_NE(found->refusals[0].reason.find("batching"), std::string::npos) << "names the nearest key";
}

TEST_F(Repository, TwoFilesForOneVersionAreNotGuessedBetween) {
  Write("a.onnx");
  Write("a/1/model.onnx");
  const auto found = ScanRepository(folder_);
  EXPECT_EQ(found->versions.size(), 1u);
  EXPECT_EQ(found->refusals.size(), 1u);
}

TEST_F(Repository, APolicyThatNamesNoVersionIsRefused) {
  Write("a/1/model.onnx");
  Write("a/model.yaml", "version_policy: \"7\"\n");
  const auto found = ScanRepository(folder_);
  EXPECT_TRUE(found->versions.empty());
  ASSERT_EQ(found->refusals.size(), 1u);
  EXPECT_NE(found->refusals[0].reason.find("\"7\""), std::string::npos);
}

TEST_F(Repository, LinksAreFollowed) {
  Write("elsewhere/weights.bin");
  fs::create_symlink("elsewhere/weights.bin", folder_ / "linked.onnx");
  EXPECT_EQ(Names(), (std::vector<std::string>{"linked:1"}));
}

TEST_F(Repository, AMissingFolderIsNamed) {
  const auto found = ScanRepository(folder_ / "nowhere");
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().message.find("nowhere"), std::string::npos);
}

}  // namespace
}  // namespace crossdock::model

#include "manifest/manifest.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "base/scratch_folder_test.h"
#include "config/config.h"

namespace crossdock::manifest {
namespace {

class ManifestFile : public testing::Test {
 protected:
  const ScratchFolder scratch_;
  const std::filesystem::path& folder_ = scratch_.path();
};

TEST_F(ManifestFile, ComesBackAsItWasWritten) {
  Manifest manifest;
  manifest.required_features = {"avx2", "avx512_vnni"};
  manifest.max_batch = 4;
  manifest.outputs = {{"boxes", "FP32", {-1, 4}}};
  manifest.measurements = {{"onnxruntime", "1.32.0", "AMD EPYC", 2, 1, 4, 30'500.25, 33'000}};
  ASSERT_TRUE(WriteManifest(folder_, manifest));
  const auto again = ReadManifest(folder_);
  ASSERT_TRUE(again) << again.error().message;
  ASSERT_TRUE(*again);
  EXPECT_EQ(config::ToYaml(**again), config::ToYaml(manifest));
  EXPECT_EQ((*again)->measurements[0].p50_us, 30'500.25);
}

TEST_F(ManifestFile, MayBeAbsent) {
  const auto none = ReadManifest(folder_);
  ASSERT_TRUE(none);
  EXPECT_FALSE(none->has_value());
}

TEST_F(ManifestFile, IsRefusedWithFileLineAndKeyIfItIsWrong) {
  std::ofstream(folder_ / kFileName) << "required_faetures: [avx2]\n";
  const auto manifest = ReadManifest(folder_);
  ASSERT_FALSE(manifest);
  EXPECT_NE(manifest.error().message.find("manifest.yaml:1:1: unknown key"), std::string::npos)
      << manifest.error().message;
  std::ofstream(folder_ / kFileName) << "outputs: [{name: y, dtype: FLOAT}]\n";
  EXPECT_EQ(ReadManifest(folder_).error().field, "outputs[0].dtype");
}

TEST_F(ManifestFile, SaysThatItCannotBeWritten) {
  EXPECT_EQ(WriteManifest(folder_ / "none", {}).error().code, ErrorCode::kUnavailable);
}

TEST_F(ManifestFile, ReadsTheProcessorsFeatures) {
  const auto file = folder_ / "cpuinfo";
  std::ofstream(file)
      << "processor\t: 0\nmodel name\t: X\nflags\t\t: sse2 avx2 fma\n\nprocessor\t: 1\nflags\t\t: none\n";
  EXPECT_EQ(ProcessorFeatures(file), (std::vector<std::string>{"avx2", "fma", "sse2"}));
  EXPECT_TRUE(ProcessorFeatures(folder_ / "none").empty());
}

TEST(Manifest, NamesTheFeaturesThatAreMissing) {
  Manifest manifest;
  manifest.required_features = {"avx2", "amx_tile"};
  const std::array<std::string, 2> old_processor = {"sse2", "avx2"};
  const Status status = CheckFeatures(manifest, old_processor);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message, "this processor lacks amx_tile, which the manifest requires");
  const std::array<std::string, 2> new_processor = {"avx2", "amx_tile"};
  EXPECT_TRUE(CheckFeatures(manifest, new_processor));
}

}  // namespace
}  // namespace crossdock::manifest

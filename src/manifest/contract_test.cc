#include "manifest/contract.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "base/scratch_folder_test.h"

namespace crossdock::manifest {
namespace {

class ContractFileTest : public testing::Test {
 protected:
  const ScratchFolder scratch_;
  const std::filesystem::path& folder_ = scratch_.path();
};

TEST_F(ContractFileTest, LiesBesideTheModelWhoseVersionsItJudges) {
  EXPECT_EQ(ContractFile("m/det/3/model.onnx"), "m/det/contract.yaml");
  EXPECT_EQ(ContractFile("m/det.onnx"), "m/det.contract.yaml");
}

TEST_F(ContractFileTest, MayBeAbsentAndIsRefusedWithFileLineAndKeyIfItIsWrong) {
  const auto model = folder_ / "1" / "model.onnx";
  EXPECT_FALSE(ReadContract(model).value().has_value());
  std::ofstream(folder_ / "contract.yaml") << "outputs: [{name: boxes, dtype: FP32, shape: [-1, 4]}]\n";
  EXPECT_EQ(ReadContract(model).value()->outputs.at(0).shape, (std::vector<int64_t>{-1, 4}));
  std::ofstream(folder_ / "contract.yaml") << "outputs: [{name: boxes, dtype: FLOAT}]\n";
  EXPECT_EQ(ReadContract(model).error().field, "outputs[0].dtype");
  std::ofstream(folder_ / "contract.yaml") << "output: []\n";
  EXPECT_NE(ReadContract(model).error().message.find("contract.yaml:1:1"), std::string::npos);
}

}  // namespace
}  // namespace crossdock::manifest

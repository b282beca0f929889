#include "model/file_stamp.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "base/scratch_folder_test.h"

namespace crossdock::model {
namespace {

namespace fs = std::filesystem;

class Stamp : public ::testing::Test {
 protected:
  void SetUp() override {
    Write("a.onnx");
    Write("m/1/model.onnx");
  }
  void Write(const std::string& path, const std::string& text = "x") {
    fs::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path) << text;
  }
  /// Whether what `change` does is seen in the stamp.
  template <class Change>
  bool Sees(const FoundVersion& found, Change change) const {
    const std::string before = FileStamp(found);
    change();
    return FileStamp(found) != before;
  }
  const ScratchFolder scratch_;
  const fs::path& folder_ = scratch_.path();
};

TEST_F(Stamp, SeesEveryFileOfAVersionsFolderAndTheContractBesideIt) {
  const FoundVersion found{"m", 1, folder_ / "m/1/model.onnx", {}};
  EXPECT_FALSE(Sees(found, [] {}));
  EXPECT_TRUE(Sees(found, [&] { Write("m/1/model.onnx", "longer"); }));
  EXPECT_TRUE(Sees(found, [&] { Write("m/1/weights/first.bin"); }));
  EXPECT_TRUE(Sees(found, [&] { Write("m/1/manifest.yaml"); }));
  EXPECT_TRUE(Sees(found, [&] { Write("m/contract.yaml"); }));
  EXPECT_FALSE(Sees(found, [&] { Write("m/2/model.onnx"); }));
  EXPECT_FALSE(Sees(found, [&] { Write("m/1/.draft"); }));
}

TEST_F(Stamp, OfABareFileTakesItsNamesakesAndNotItsNeighbours) {
  const FoundVersion found{"a", 1, folder_ / "a.onnx", {}};
  EXPECT_TRUE(Sees(found, [&] { Write("a.onnx.data"); }));
  EXPECT_TRUE(Sees(found, [&] { Write("a.contract.yaml"); }));
  EXPECT_FALSE(Sees(found, [&] { Write("a_nano.onnx"); }));
}

TEST_F(Stamp, SeesAFileThatWasMovedOverWithTheSameSizeAndTime) {
  const FoundVersion found{"a", 1, folder_ / "a.onnx", {}};
  EXPECT_TRUE(Sees(found, [&] {
    Write("b.onnx", "y");
    fs::last_write_time(folder_ / "b.onnx", fs::last_write_time(folder_ / "a.onnx"));
    fs::rename(folder_ / "b.onnx", folder_ / "a.onnx");
  }));
}

TEST_F(Stamp, SeesAChangedConfigurationWhereverItIsWritten) {
  FoundVersion found{"a", 1, folder_ / "a.onnx", {}};
  const std::string before = FileStamp(found);
  found.config.batching.max_batch = 3;
  EXPECT_NE(FileStamp(found), before);
}

TEST_F(Stamp, IsEmptyWithoutTheModelsFile) { EXPECT_EQ(FileStamp({"ghost", 1, folder_ / "ghost.onnx", {}}), ""); }

}  // namespace
}  // namespace crossdock::model
